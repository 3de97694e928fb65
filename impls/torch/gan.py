"""Objectives of generative adversarial networks from the discriminator's outputs [..., m] -> [...].

Sizes that differ raise ValueError.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from .checks import tensors


def gan_objective(real: Tensor, fake: Tensor) -> Tensor:
    """mean log d + mean log(1 - g) for probabilities d of real, g of generated samples.

    Goodfellow et al. 2014, algorithm 1.
    """
    real, fake = tensors("gan_objective", "real*[m] fake*[m]", real, fake)
    return (torch.log(real) + torch.log(1.0 - fake)).mean(dim=-1)


def gan_generator_loss(fake: Tensor) -> Tensor:
    """-mean log g for probabilities g of generated samples (Goodfellow et al. 2014, section 3)."""
    (fake,) = tensors("gan_generator_loss", "fake*[m]", fake)
    return -torch.log(fake).mean(dim=-1)


def wasserstein_critic(real: Tensor, fake: Tensor) -> Tensor:
    """mean g - mean d for scores d of real, g of generated samples (Arjovsky et al. 2017)."""
    real, fake = tensors("wasserstein_critic", "real*[m] fake*[m]", real, fake)
    return fake.mean(dim=-1) - real.mean(dim=-1)


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "gan.objective": gan_objective,
    "gan.generator_loss": gan_generator_loss,
    "gan.wasserstein_critic": wasserstein_critic,
}
