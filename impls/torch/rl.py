"""Reinforcement learning: returns, temporal differences, policy objectives; batched over leading axes.

Sizes that differ raise ValueError, as do discounts, rates and strengths out of range.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from ..plain.scalars import nonnegative, rate
from .activation import sigmoid, softplus
from .checks import epsilon, tensors


def discounted_return(r: Tensor, gamma: float) -> Tensor:
    """Σ γ^k r_k; r[..., n] -> [...] (Sutton and Barto 2018, eq. 3.8)."""
    (r,) = tensors("discounted_return", "r*[n]", r)
    return geometric_sum(r, rate("discounted_return", "gamma", gamma))


def geometric_sum(x: Tensor, factor: float) -> Tensor:
    """x_0 + factor (x_1 + factor (…)) over the last axis."""
    out = torch.zeros_like(x[..., 0])
    for k in reversed(range(x.shape[-1])):
        out = x[..., k] + factor * out
    return out


def recursive_return(r: Tensor, G_next: Tensor, gamma: float) -> Tensor:
    """r + γ G' (Sutton and Barto 2018, eq. 3.9)."""
    r, G_next = tensors("recursive_return", "r*[] G_next*[]", r, G_next)
    return r + rate("recursive_return", "gamma", gamma) * G_next


def gae(delta: Tensor, gamma: float, lambda_: float) -> Tensor:
    """Σ (γλ)^l δ_l; δ[..., n] -> [...] (Schulman et al. 2016, eq. 16)."""
    (delta,) = tensors("gae", "delta*[n]", delta)
    return geometric_sum(delta, rate("gae", "gamma", gamma) * rate("gae", "lambda_", lambda_))


def gae_recursion(delta: Tensor, A_next: Tensor, gamma: float, lambda_: float) -> Tensor:
    """δ + γ λ A' (Schulman et al. 2016)."""
    name = "gae_recursion"
    delta, A_next = tensors(name, "delta*[] A_next*[]", delta, A_next)
    return delta + rate(name, "gamma", gamma) * rate(name, "lambda_", lambda_) * A_next


def normalized_advantage(A: Tensor, eps: float) -> Tensor:
    """(A - mean A) / (std A + ε) over the last axis; A[..., n] -> [..., n]."""
    (A,) = tensors("normalized_advantage", "A*[n]", A)
    centred = A - A.mean(dim=-1, keepdim=True)
    variance = (centred * centred).mean(dim=-1, keepdim=True)
    # the root of 0 has an infinite slope: equal advantages would get a gradient that is not a number
    deviation = torch.where(variance > 0, torch.sqrt(torch.where(variance > 0, variance, 1.0)), 0.0)
    return centred / (deviation + epsilon("normalized_advantage", eps))


def advantage(Q: Tensor, V: Tensor) -> Tensor:
    """Q - V, entry by entry."""
    Q, V = tensors("advantage", "Q*[] V*[]", Q, V)
    return Q - V


def td_error(r: Tensor, V: Tensor, V_next: Tensor, gamma: float) -> Tensor:
    """r + γ V' - V (Sutton and Barto 2018, eq. 6.5)."""
    r, V, V_next = tensors("td_error", "r*[] V*[] V_next*[]", r, V, V_next)
    return r + rate("td_error", "gamma", gamma) * V_next - V


def td_update(r: Tensor, V: Tensor, V_next: Tensor, gamma: float, alpha: float) -> Tensor:
    """V + α (r + γ V' - V) (Sutton and Barto 2018, eq. 6.2)."""
    r, V, V_next = tensors("td_update", "r*[] V*[] V_next*[]", r, V, V_next)
    return V + nonnegative("td_update", "alpha", alpha) * td_error(r, V, V_next, gamma)


def q_target(r: Tensor, best: Tensor, gamma: float) -> Tensor:
    """r + γ best, best the largest of the next values (Mnih et al. 2015)."""
    r, best = tensors("q_target", "r*[] best*[]", r, best)
    return r + rate("q_target", "gamma", gamma) * best


def q_learning(r: Tensor, Q: Tensor, best: Tensor, gamma: float, alpha: float) -> Tensor:
    """Q + α (r + γ best - Q), best the largest of the next values (Watkins and Dayan 1992)."""
    r, Q, best = tensors("q_learning", "r*[] Q*[] best*[]", r, Q, best)
    return Q + nonnegative("q_learning", "alpha", alpha) * (q_target(r, best, gamma) - Q)


def soft_update(target: Tensor, theta: Tensor, tau: float) -> Tensor:
    """τ θ + (1 - τ) θ' (Lillicrap et al. 2016)."""
    target, theta = tensors("soft_update", "target*[n] theta*[n]", target, theta)
    tau = rate("soft_update", "tau", tau)
    return tau * theta + (1.0 - tau) * target


def policy_gradient_loss(pi: Tensor, A: Tensor) -> Tensor:
    """-1/n Σ A log π; π, A[..., n] -> [...] (Williams 1992)."""
    pi, A = tensors("policy_gradient_loss", "pi*[n] A*[n]", pi, A)
    return -(torch.log(pi) * A).mean(dim=-1)


def probability_ratio(pi: Tensor, pi_old: Tensor) -> Tensor:
    """π / π_old, entry by entry."""
    pi, pi_old = tensors("probability_ratio", "pi*[n] pi_old*[n]", pi, pi_old)
    return pi / pi_old


def ppo_clip(r: Tensor, A: Tensor, eps: float) -> Tensor:
    """min(r A, clip(r, 1 - ε, 1 + ε) A), entry by entry (Schulman et al. 2017, eq. 7)."""
    r, A = tensors("ppo_clip", "r*[n] A*[n]", r, A)
    eps = epsilon("ppo_clip", eps)
    return torch.minimum(r * A, r.clamp(1.0 - eps, 1.0 + eps) * A)


def preference_probability(r_w: Tensor, r_l: Tensor) -> Tensor:
    """σ(r_w - r_l) (Bradley and Terry 1952)."""
    r_w, r_l = tensors("preference_probability", "r_w*[] r_l*[]", r_w, r_l)
    return sigmoid(r_w - r_l)


def reward_model_loss(r_w: Tensor, r_l: Tensor) -> Tensor:
    """-log σ(r_w - r_l) (Ouyang et al. 2022, eq. 1)."""
    r_w, r_l = tensors("reward_model_loss", "r_w*[] r_l*[]", r_w, r_l)
    return softplus(r_l - r_w)


def dpo_loss(pi_w: Tensor, pi_l: Tensor, ref_w: Tensor, ref_l: Tensor, beta: float) -> Tensor:
    """-log σ(β (log π_w/ρ_w - log π_l/ρ_l)) (Rafailov et al. 2023, eq. 7)."""
    line = "pi_w*[] pi_l*[] ref_w*[] ref_l*[]"
    pi_w, pi_l, ref_w, ref_l = tensors("dpo_loss", line, pi_w, pi_l, ref_w, ref_l)
    margin = torch.log(pi_w / ref_w) - torch.log(pi_l / ref_l)
    return softplus(-nonnegative("dpo_loss", "beta", beta) * margin)


def kl_estimate(pi: Tensor, pi_ref: Tensor) -> Tensor:
    """q - log q - 1 with q = π_ref / π (Shao et al. 2024, eq. 4)."""
    pi, pi_ref = tensors("kl_estimate", "pi*[] pi_ref*[]", pi, pi_ref)
    ratio = pi_ref / pi
    return ratio - torch.log(ratio) - 1.0


def penalized_reward(r: Tensor, pi: Tensor, pi_ref: Tensor, beta: float) -> Tensor:
    """r - β log(π / π_ref) (Ouyang et al. 2022, eq. 2)."""
    r, pi, pi_ref = tensors("penalized_reward", "r*[] pi*[] pi_ref*[]", r, pi, pi_ref)
    return r - nonnegative("penalized_reward", "beta", beta) * torch.log(pi / pi_ref)


def state_value(pi: Tensor, Q: Tensor) -> Tensor:
    """Σ π_a Q_a; π, Q[..., n] -> [...] (Sutton and Barto 2018, chapter 3)."""
    pi, Q = tensors("state_value", "pi*[n] Q*[n]", pi, Q)
    return (pi * Q).sum(dim=-1)


def action_value(P: Tensor, r: Tensor, V_next: Tensor, gamma: float) -> Tensor:
    """r + γ Σ P_s V'_s; P, V'[..., m] -> [...] (Sutton and Barto 2018, chapter 3)."""
    P, r, V_next = tensors("action_value", "P*[m] r*[] V_next*[m]", P, r, V_next)
    return r + rate("action_value", "gamma", gamma) * (P * V_next).sum(dim=-1)


def backups(r: Tensor, P: Tensor, V_next: Tensor, gamma: float) -> Tensor:
    """r + γ P V', one for each action."""
    return r + gamma * (P * V_next[..., None, :]).sum(dim=-1)


def bellman_expectation(pi: Tensor, r: Tensor, P: Tensor, V_next: Tensor, gamma: float) -> Tensor:
    """Σ π_a (r_a + γ Σ P_as V'_s); P[..., n, m] -> [...] (Sutton and Barto 2018, eq. 3.14)."""
    name = "bellman_expectation"
    pi, r, P, V_next = tensors(name, "pi*[n] r*[n] P*[n,m] V_next*[m]", pi, r, P, V_next)
    return (pi * backups(r, P, V_next, rate(name, "gamma", gamma))).sum(dim=-1)


def bellman_optimality(r: Tensor, P: Tensor, V_next: Tensor, gamma: float) -> Tensor:
    """max (r_a + γ Σ P_as V'_s) over the actions; P[..., n, m] -> [...] (Sutton and Barto 2018, eq. 3.19)."""
    name = "bellman_optimality"
    r, P, V_next = tensors(name, "r*[n] P*[n,m] V_next*[m]", r, P, V_next)
    return backups(r, P, V_next, rate(name, "gamma", gamma)).amax(dim=-1)


def monte_carlo_update(V: Tensor, G: Tensor, alpha: float) -> Tensor:
    """V + α (G - V) (Sutton and Barto 2018, eq. 6.1)."""
    V, G = tensors("monte_carlo_update", "V*[] G*[]", V, G)
    return V + nonnegative("monte_carlo_update", "alpha", alpha) * (G - V)


def dqn_loss(r: Tensor, best: Tensor, Q: Tensor, gamma: float) -> Tensor:
    """1/k Σ (r + γ best - Q)²; r, best, Q[..., k] -> [...] (Mnih et al. 2015, eq. 2)."""
    r, best, Q = tensors("dqn_loss", "r*[k] best*[k] Q*[k]", r, best, Q)
    error = r + rate("dqn_loss", "gamma", gamma) * best - Q
    return (error * error).mean(dim=-1)


def policy_gradient(score: Tensor, A: Tensor) -> Tensor:
    """1/n Σ A_i s_i; s[..., n, d] -> [..., d] (Sutton and Barto 2018, eq. 13.6)."""
    score, A = tensors("policy_gradient", "score*[n,d] A*[n]", score, A)
    return (A[..., None] * score).mean(dim=-2)


def reinforce_update(theta: Tensor, score: Tensor, G: float, alpha: float) -> Tensor:
    """θ + α G s (Sutton and Barto 2018, eq. 13.8)."""
    theta, score = tensors("reinforce_update", "theta*[d] score*[d]", theta, score)
    return theta + nonnegative("reinforce_update", "alpha", alpha) * G * score


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
