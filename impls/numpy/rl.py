"""Reinforcement learning: returns, temporal differences, policy objectives; batched over leading axes.

Sizes that differ raise ValueError, as do discounts, rates and strengths out of range.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..plain.scalars import nonnegative, rate
from .activation import sigmoid, softplus
from .checks import Array, arrays, epsilon


def discounted_return(r: Any, gamma: float) -> Array:
    """Σ γ^k r_k; r[..., n] -> [...] (Sutton and Barto 2018, eq. 3.8)."""
    (r,) = arrays("discounted_return", "r*[n]", r)
    return geometric_sum(r, rate("discounted_return", "gamma", gamma))


def geometric_sum(x: Array, factor: float) -> Array:
    """x_0 + factor (x_1 + factor (…)) over the last axis."""
    out = np.zeros_like(x[..., 0])
    for k in reversed(range(x.shape[-1])):
        out = x[..., k] + factor * out
    return out


def recursive_return(r: Any, G_next: Any, gamma: float) -> Array:
    """r + γ G' (Sutton and Barto 2018, eq. 3.9)."""
    r, G_next = arrays("recursive_return", "r*[] G_next*[]", r, G_next)
    return np.asarray(r + rate("recursive_return", "gamma", gamma) * G_next)


def gae(delta: Any, gamma: float, lambda_: float) -> Array:
    """Σ (γλ)^l δ_l; δ[..., n] -> [...] (Schulman et al. 2016, eq. 16)."""
    (delta,) = arrays("gae", "delta*[n]", delta)
    return geometric_sum(delta, rate("gae", "gamma", gamma) * rate("gae", "lambda_", lambda_))


def gae_recursion(delta: Any, A_next: Any, gamma: float, lambda_: float) -> Array:
    """δ + γ λ A' (Schulman et al. 2016)."""
    name = "gae_recursion"
    delta, A_next = arrays(name, "delta*[] A_next*[]", delta, A_next)
    return np.asarray(delta + rate(name, "gamma", gamma) * rate(name, "lambda_", lambda_) * A_next)


def normalized_advantage(A: Any, eps: float) -> Array:
    """(A - mean A) / (std A + ε) over the last axis; A[..., n] -> [..., n]."""
    (A,) = arrays("normalized_advantage", "A*[n]", A)
    centred = A - A.mean(axis=-1, keepdims=True)
    deviation = np.sqrt((centred * centred).mean(axis=-1, keepdims=True))
    return centred / (deviation + epsilon("normalized_advantage", eps))


def advantage(Q: Any, V: Any) -> Array:
    """Q - V, entry by entry."""
    Q, V = arrays("advantage", "Q*[] V*[]", Q, V)
    return np.asarray(Q - V)


def td_error(r: Any, V: Any, V_next: Any, gamma: float) -> Array:
    """r + γ V' - V (Sutton and Barto 2018, eq. 6.5)."""
    r, V, V_next = arrays("td_error", "r*[] V*[] V_next*[]", r, V, V_next)
    return np.asarray(r + rate("td_error", "gamma", gamma) * V_next - V)


def td_update(r: Any, V: Any, V_next: Any, gamma: float, alpha: float) -> Array:
    """V + α (r + γ V' - V) (Sutton and Barto 2018, eq. 6.2)."""
    r, V, V_next = arrays("td_update", "r*[] V*[] V_next*[]", r, V, V_next)
    return np.asarray(V + nonnegative("td_update", "alpha", alpha) * td_error(r, V, V_next, gamma))


def q_target(r: Any, best: Any, gamma: float) -> Array:
    """r + γ best, best the largest of the next values (Mnih et al. 2015)."""
    r, best = arrays("q_target", "r*[] best*[]", r, best)
    return np.asarray(r + rate("q_target", "gamma", gamma) * best)


def q_learning(r: Any, Q: Any, best: Any, gamma: float, alpha: float) -> Array:
    """Q + α (r + γ best - Q), best the largest of the next values (Watkins and Dayan 1992)."""
    r, Q, best = arrays("q_learning", "r*[] Q*[] best*[]", r, Q, best)
    return np.asarray(Q + nonnegative("q_learning", "alpha", alpha) * (q_target(r, best, gamma) - Q))


def soft_update(target: Any, theta: Any, tau: float) -> Array:
    """τ θ + (1 - τ) θ' (Lillicrap et al. 2016)."""
    target, theta = arrays("soft_update", "target*[n] theta*[n]", target, theta)
    tau = rate("soft_update", "tau", tau)
    return tau * theta + (1.0 - tau) * target


def policy_gradient_loss(pi: Any, A: Any) -> Array:
    """-1/n Σ A log π; π, A[..., n] -> [...] (Williams 1992)."""
    pi, A = arrays("policy_gradient_loss", "pi*[n] A*[n]", pi, A)
    return np.asarray(-(np.log(pi) * A).mean(axis=-1))


def probability_ratio(pi: Any, pi_old: Any) -> Array:
    """π / π_old, entry by entry."""
    pi, pi_old = arrays("probability_ratio", "pi*[n] pi_old*[n]", pi, pi_old)
    return pi / pi_old


def ppo_clip(r: Any, A: Any, eps: float) -> Array:
    """min(r A, clip(r, 1 - ε, 1 + ε) A), entry by entry (Schulman et al. 2017, eq. 7)."""
    r, A = arrays("ppo_clip", "r*[n] A*[n]", r, A)
    eps = epsilon("ppo_clip", eps)
    return np.minimum(r * A, np.clip(r, r.dtype.type(1.0 - eps), r.dtype.type(1.0 + eps)) * A)


def preference_probability(r_w: Any, r_l: Any) -> Array:
    """σ(r_w - r_l) (Bradley and Terry 1952)."""
    r_w, r_l = arrays("preference_probability", "r_w*[] r_l*[]", r_w, r_l)
    return sigmoid(r_w - r_l)


def reward_model_loss(r_w: Any, r_l: Any) -> Array:
    """-log σ(r_w - r_l) (Ouyang et al. 2022, eq. 1)."""
    r_w, r_l = arrays("reward_model_loss", "r_w*[] r_l*[]", r_w, r_l)
    return softplus(r_l - r_w)


def dpo_loss(pi_w: Any, pi_l: Any, ref_w: Any, ref_l: Any, beta: float) -> Array:
    """-log σ(β (log π_w/ρ_w - log π_l/ρ_l)) (Rafailov et al. 2023, eq. 7)."""
    line = "pi_w*[] pi_l*[] ref_w*[] ref_l*[]"
    pi_w, pi_l, ref_w, ref_l = arrays("dpo_loss", line, pi_w, pi_l, ref_w, ref_l)
    margin = np.log(pi_w / ref_w) - np.log(pi_l / ref_l)
    return softplus(-nonnegative("dpo_loss", "beta", beta) * margin)


def kl_estimate(pi: Any, pi_ref: Any) -> Array:
    """q - log q - 1 with q = π_ref / π (Shao et al. 2024, eq. 4)."""
    pi, pi_ref = arrays("kl_estimate", "pi*[] pi_ref*[]", pi, pi_ref)
    ratio = pi_ref / pi
    return np.asarray(ratio - np.log(ratio) - 1.0)


def penalized_reward(r: Any, pi: Any, pi_ref: Any, beta: float) -> Array:
    """r - β log(π / π_ref) (Ouyang et al. 2022, eq. 2)."""
    r, pi, pi_ref = arrays("penalized_reward", "r*[] pi*[] pi_ref*[]", r, pi, pi_ref)
    return np.asarray(r - nonnegative("penalized_reward", "beta", beta) * np.log(pi / pi_ref))


def state_value(pi: Any, Q: Any) -> Array:
    """Σ π_a Q_a; π, Q[..., n] -> [...] (Sutton and Barto 2018, chapter 3)."""
    pi, Q = arrays("state_value", "pi*[n] Q*[n]", pi, Q)
    return np.asarray((pi * Q).sum(axis=-1))


def action_value(P: Any, r: Any, V_next: Any, gamma: float) -> Array:
    """r + γ Σ P_s V'_s; P, V'[..., m] -> [...] (Sutton and Barto 2018, chapter 3)."""
    P, r, V_next = arrays("action_value", "P*[m] r*[] V_next*[m]", P, r, V_next)
    return np.asarray(r + rate("action_value", "gamma", gamma) * (P * V_next).sum(axis=-1))


def backups(r: Array, P: Array, V_next: Array, gamma: float) -> Array:
    """r + γ P V', one for each action."""
    return r + gamma * (P * V_next[..., None, :]).sum(axis=-1)


def bellman_expectation(pi: Any, r: Any, P: Any, V_next: Any, gamma: float) -> Array:
    """Σ π_a (r_a + γ Σ P_as V'_s); P[..., n, m] -> [...] (Sutton and Barto 2018, eq. 3.14)."""
    name = "bellman_expectation"
    pi, r, P, V_next = arrays(name, "pi*[n] r*[n] P*[n,m] V_next*[m]", pi, r, P, V_next)
    return np.asarray((pi * backups(r, P, V_next, rate(name, "gamma", gamma))).sum(axis=-1))


def bellman_optimality(r: Any, P: Any, V_next: Any, gamma: float) -> Array:
    """max (r_a + γ Σ P_as V'_s) over the actions; P[..., n, m] -> [...] (Sutton and Barto 2018, eq. 3.19)."""
    name = "bellman_optimality"
    r, P, V_next = arrays(name, "r*[n] P*[n,m] V_next*[m]", r, P, V_next)
    return np.asarray(backups(r, P, V_next, rate(name, "gamma", gamma)).max(axis=-1))


def monte_carlo_update(V: Any, G: Any, alpha: float) -> Array:
    """V + α (G - V) (Sutton and Barto 2018, eq. 6.1)."""
    V, G = arrays("monte_carlo_update", "V*[] G*[]", V, G)
    return np.asarray(V + nonnegative("monte_carlo_update", "alpha", alpha) * (G - V))


def dqn_loss(r: Any, best: Any, Q: Any, gamma: float) -> Array:
    """1/k Σ (r + γ best - Q)²; r, best, Q[..., k] -> [...] (Mnih et al. 2015, eq. 2)."""
    r, best, Q = arrays("dqn_loss", "r*[k] best*[k] Q*[k]", r, best, Q)
    error = r + rate("dqn_loss", "gamma", gamma) * best - Q
    return np.asarray((error * error).mean(axis=-1))


def policy_gradient(score: Any, A: Any) -> Array:
    """1/n Σ A_i s_i; s[..., n, d] -> [..., d] (Sutton and Barto 2018, eq. 13.6)."""
    score, A = arrays("policy_gradient", "score*[n,d] A*[n]", score, A)
    return np.asarray((A[..., None] * score).mean(axis=-2))


def reinforce_update(theta: Any, score: Any, G: float, alpha: float) -> Array:
    """θ + α G s (Sutton and Barto 2018, eq. 13.8)."""
    theta, score = arrays("reinforce_update", "theta*[d] score*[d]", theta, score)
    return np.asarray(theta + nonnegative("reinforce_update", "alpha", alpha) * G * score)


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    f"rl.{f.__name__}": f
    for f in (
        discounted_return,
        recursive_return,
        gae,
        gae_recursion,
        normalized_advantage,
        advantage,
        td_error,
        td_update,
        q_learning,
        q_target,
        soft_update,
        state_value,
        action_value,
        bellman_expectation,
        bellman_optimality,
        monte_carlo_update,
        dqn_loss,
        policy_gradient_loss,
        policy_gradient,
        reinforce_update,
        probability_ratio,
        ppo_clip,
        preference_probability,
        reward_model_loss,
        dpo_loss,
        kl_estimate,
        penalized_reward,
    )
} | {"rl.sarsa": td_update}
