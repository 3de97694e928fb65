"""Objectives of generative adversarial networks from the discriminator's outputs [..., m] -> [...].

Sizes that differ raise ValueError.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from .checks import Array, arrays


def gan_objective(real: Any, fake: Any) -> Array:
    """mean log d + mean log(1 - g) for probabilities d of real, g of generated samples.

    Goodfellow et al. 2014, algorithm 1.
    """
    real, fake = arrays("gan_objective", "real*[m] fake*[m]", real, fake)
    return np.asarray((np.log(real) + np.log(1.0 - fake)).mean(axis=-1))


def gan_generator_loss(fake: Any) -> Array:
    """-mean log g for probabilities g of generated samples (Goodfellow et al. 2014, section 3)."""
    (fake,) = arrays("gan_generator_loss", "fake*[m]", fake)
    return np.asarray(-np.log(fake).mean(axis=-1))


def wasserstein_critic(real: Any, fake: Any) -> Array:
    """mean g - mean d for scores d of real, g of generated samples (Arjovsky et al. 2017)."""
    real, fake = arrays("wasserstein_critic", "real*[m] fake*[m]", real, fake)
    return np.asarray(fake.mean(axis=-1) - real.mean(axis=-1))


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "gan.objective": gan_objective,
    "gan.generator_loss": gan_generator_loss,
    "gan.wasserstein_critic": wasserstein_critic,
}
