"""Backward passes, boxes, sizes, bounds and steps as notes write them: right lines are recognised, one slip is put right."""

from __future__ import annotations

from pathlib import Path

import pytest

from backproof.audit.findings import FileReport
from tests.audit.notes import plain, report_of, reports_of, told_of

# heading, what is right, the formula, what is wrong
PAIRS = [
    ("VAE", r"D_{KL} = -\frac{1}{2}\sum_{j}\left(1+\log\sigma_j^2-\mu_j^2-\sigma_j^2\right)", "vae.kl", r"D_{KL} = \frac{1}{2}\sum_{j}\left(1+\log\sigma_j^2-\mu_j^2-\sigma_j^2\right)"),
    ("VAE", r"D_{KL} = -\frac{1}{2}\sum_{j}\left(1+\log\sigma_j^2-\mu_j^2-\sigma_j^2\right)", "vae.kl", r"D_{KL} = -\sum_{j}\left(1+\log\sigma_j^2-\mu_j^2-\sigma_j^2\right)"),
    ("VAE", r"\mathcal{L}_{KL} = -\frac{1}{2}\sum_{i=1}^{d}\left(1+\log(\sigma_i^2)-\mu_i^2-\sigma_i^2\right)", "vae.kl", r"\mathcal{L}_{KL} = -\frac{1}{2}\sum_{i=1}^{d}\left(1+\log(\sigma_i^2)+\mu_i^2-\sigma_i^2\right)"),
    ("Jensen-Shannon divergence", r"JSD(P\|Q) = \frac{1}{2}D_{KL}(P\|M)+\frac{1}{2}D_{KL}(Q\|M)", "probability.js_divergence", r"JSD(P\|Q) = D_{KL}(P\|M)+D_{KL}(Q\|M)"),
    ("GAN", r"D^*(x) = \frac{p_{data}(x)}{p_{data}(x)+p_g(x)}", "generative.optimal_discriminator", r"D^*(x) = \frac{p_g(x)}{p_{data}(x)+p_g(x)}"),
    ("Tweedie's formula", r"\mathbb{E}[x|\tilde x] = \tilde x+\sigma^2\nabla_{\tilde x}\log p(\tilde x)", "diffusion.posterior_mean_by_score", r"\mathbb{E}[x|\tilde x] = \tilde x-\sigma^2\nabla_{\tilde x}\log p(\tilde x)"),
    ("Tweedie's formula", r"\mathbb{E}[x|\tilde x] = \tilde x+\sigma^2\nabla_{\tilde x}\log p(\tilde x)", "diffusion.posterior_mean_by_score", r"\mathbb{E}[x|\tilde x] = \tilde x+\sigma^2\nabla_{\tilde x} p(\tilde x)"),
    ("Denoising score matching", r"\nabla_{\tilde x}\log q_\sigma(\tilde x|x) = -\frac{\tilde x-x}{\sigma^2}", "diffusion.gaussian_score", r"\nabla_{\tilde x}\log q_\sigma(\tilde x|x) = \frac{\tilde x-x}{\sigma^2}"),
    ("GAE", r"\hat A_t = \sum_{l=0}^{\infty}(\gamma\lambda)^l\delta_{t+l}", "rl.gae", r"\hat A_t = \sum_{l=0}^{\infty}\gamma^l\lambda\delta_{t+l}"),
    ("DQN", r"y = r+\gamma\max_{a'}Q(s',a';\theta^-)", "rl.q_target", r"y = r+\gamma\max_{a'}Q(s,a';\theta^-)"),
    ("Q-learning", r"Q(s,a) \leftarrow Q(s,a)+\alpha\left[r+\gamma\max_{a'}Q(s',a')-Q(s,a)\right]", "rl.q_learning", r"Q(s,a) \leftarrow Q(s,a)+\alpha\left[r+\gamma\max_{a'}Q(s',a')-Q(s',a')\right]"),
    ("REINFORCE", r"\theta \leftarrow \theta+\alpha G_t\nabla_\theta\log\pi_\theta(a_t|s_t)", "rl.reinforce_update", r"\theta \leftarrow \theta+\alpha G_t\nabla_\theta\pi_\theta(a_t|s_t)"),
    ("SAC", r"V(s) = \mathbb{E}_{a\sim\pi}[Q(s,a)-\alpha\log\pi(a|s)]", "rl.soft_value", r"V(s) = \mathbb{E}_{a\sim\pi}[Q(s,a)+\alpha\log\pi(a|s)]"),
    ("Dueling DQN", r"Q(s,a) = V(s)+\left(A(s,a)-\frac{1}{|\mathcal A|}\sum_{a'}A(s,a')\right)", "rl.dueling", r"Q(s,a) = V(s)+\left(A(s,a)+\frac{1}{|\mathcal A|}\sum_{a'}A(s,a')\right)"),
    ("AdamW", r"\theta_t = (1-\eta\lambda)\theta_{t-1}-\eta\frac{\hat m_t}{\sqrt{\hat v_t}+\epsilon}", "optimizer.adamw.update", r"\theta_t = (1+\eta\lambda)\theta_{t-1}-\eta\frac{\hat m_t}{\sqrt{\hat v_t}+\epsilon}"),
    ("Lion optimizer", r"\theta_t = \theta_{t-1}-\eta_t(\mathrm{sign}(c_t)+\lambda\theta_{t-1})", "optimizer.lion.update", r"\theta_t = \theta_{t-1}-\eta_t(\mathrm{sign}(c_t)-\lambda\theta_{t-1})"),
    ("Lion optimizer", r"m_t = \beta_2m_{t-1}+(1-\beta_2)g_t", "optimizer.lion.momentum", r"m_t = \beta_2m_{t-1}+(1+\beta_2)g_t"),
    ("Noam schedule", r"lr = d_{model}^{-0.5}\cdot\min(step^{-0.5},step\cdot warmup^{-1.5})", "schedule.warmup_inverse_sqrt", r"lr = d_{model}^{-0.5}\cdot\max(step^{-0.5},step\cdot warmup^{-1.5})"),
    ("Noam schedule", r"lr = d_{model}^{-0.5}\cdot\min(step^{-0.5},step\cdot warmup^{-1.5})", "schedule.warmup_inverse_sqrt", r"lr = d_{model}^{-0.5}\cdot\min(step^{-0.5},step\cdot warmup^{1.5})"),
    ("Linear warm-up", r"\eta_t = \eta_{max}\cdot\min\left(1,\frac{t}{T_w}\right)", "schedule.linear_warmup", r"\eta_t = \eta_{max}\cdot\max\left(1,\frac{t}{T_w}\right)"),
    ("GIoU", r"GIoU = IoU-\frac{|C\setminus(A\cup B)|}{|C|}", "boxes.generalized_iou", r"GIoU = IoU+\frac{|C\setminus(A\cup B)|}{|C|}"),
    ("GIoU", r"\mathrm{GIoU} = \frac{|A\cap B|}{|A\cup B|}-\frac{|C\setminus(A\cup B)|}{|C|}", "boxes.generalized_iou", r"\mathrm{GIoU} = \frac{|A\cap B|}{|A\cup B|}-\frac{|C\setminus(A\cap B)|}{|C|}"),
    ("GIoU loss", r"L_{GIoU} = 1-IoU+\frac{|C|-|A\cup B|}{|C|}", "boxes.generalized_iou", r"L_{GIoU} = 1-IoU-\frac{|C|-|A\cup B|}{|C|}"),
    ("DIoU", r"L_{DIoU} = 1-IoU+\frac{\rho^2(b,b^{gt})}{c^2}", "boxes.distance_iou_loss", r"L_{DIoU} = 1-IoU-\frac{\rho^2(b,b^{gt})}{c^2}"),
    ("Elastic net", r"J(w) = \|y-Xw\|_2^2+\lambda_1\|w\|_1+\lambda_2\|w\|_2^2", "regularization.elastic_net", r"J(w) = \|y-Xw\|_2^2+\lambda_1\|w\|_1-\lambda_2\|w\|_2^2"),
    ("Lasso: soft thresholding", r"S_\lambda(z) = \mathrm{sign}(z)\max(|z|-\lambda,0)", "regularization.soft_threshold", r"S_\lambda(z) = \mathrm{sign}(z)\max(|z|+\lambda,0)"),
    ("Fisher's criterion (LDA)", r"J(w) = \frac{w^TS_Bw}{w^TS_Ww}", "decomposition.fisher_criterion", r"J(w) = \frac{w^TS_Ww}{w^TS_Bw}"),
    ("Bernoulli likelihood", r"L(\theta) = \prod_{i=1}^n\theta^{x_i}(1-\theta)^{1-x_i}", "statistics.bernoulli", r"L(\theta) = \prod_{i=1}^n\theta^{x_i}(1-\theta)^{x_i-1}"),
    ("Entropy of a Gaussian", r"H(X) = \frac12\log(2\pi e\sigma^2)", "probability.gaussian_entropy", r"H(X) = \frac12\log(2\pi\sigma^2)"),
    ("Gaussian entropy", r"h(X) = \frac{d}{2}\log(2\pi e)+\frac12\log|\Sigma|", "probability.gaussian_entropy", r"h(X) = \frac{d}{2}\log(2\pi)+\frac12\log|\Sigma|"),
    ("Entropy", r"H(X) = -\sum_ip(x_i)\log_2p(x_i)", "probability.entropy", r"H(X) = -\sum_i\log_2p(x_i)"),
    ("Huber loss", r"L_\delta(a) = \begin{cases}\frac12a^2 & |a|\le\delta\\ \delta(|a|-\frac12\delta)&\text{otherwise}\end{cases}", "loss.huber", r"L_\delta(a) = \begin{cases}\frac12a^2 & |a|\le\delta\\ \delta(|a|-\delta)&\text{otherwise}\end{cases}"),
    ("Newton's method with the Hessian $H$", r"x_{k+1} = x_k-H^{-1}\nabla f(x_k)", "approximation.newton_step", r"x_{k+1} = x_k-H\nabla f(x_k)"),
    ("EM for GMM", r"\gamma(z_{nk}) = \frac{\pi_k\mathcal N(x_n|\mu_k,\Sigma_k)}{\sum_j\pi_j\mathcal N(x_n|\mu_j,\Sigma_j)}", "statistics.posterior", r"\gamma(z_{nk}) = \frac{\pi_k\mathcal N(x_n|\mu_k,\Sigma_k)}{\sum_j\pi_k\mathcal N(x_n|\mu_j,\Sigma_j)}"),
    ("GCN", r"H^{(l+1)} = \sigma(\tilde D^{-\frac12}\tilde A\tilde D^{-\frac12}H^{(l)}W^{(l)})", "graphs.propagation", r"H^{(l+1)} = \sigma(\tilde D^{\frac12}\tilde A\tilde D^{\frac12}H^{(l)}W^{(l)})"),
    ("Normalised graph Laplacian", r"L = I-D^{-1/2}AD^{-1/2}", "graphs.laplacian", r"L = I+D^{-1/2}AD^{-1/2}"),
    ("TF-IDF", r"\mathrm{idf}(t) = -\log\frac{df_t}{N}", "retrieval.idf", r"\mathrm{idf}(t) = \log\frac{df_t}{N}"),
    ("Convolution", r"o = \left\lfloor\frac{n+2p-f}{s}\right\rfloor+1", "convolution.output_size", r"o = \left\lceil\frac{n+2p-f}{s}\right\rceil+1"),
    ("MaxPool2d", r"H_{out} = \left\lfloor\frac{H_{in}+2*\text{padding[0]}-\text{dilation[0]}\times(\text{kernel\_size[0]}-1)-1}{\text{stride[0]}}+1\right\rfloor", "convolution.output_size", r"H_{out} = \left\lfloor\frac{H_{in}+2*\text{padding[0]}-\text{dilation[0]}\times(\text{kernel\_size[0]}-1)}{\text{stride[0]}}+1\right\rfloor"),
    ("Conv2d", r"H_{out} = \left\lfloor\frac{H_{in}+2\times\text{padding}[0]-\text{dilation}[0]\times(\text{kernel\_size}[0]-1)-1}{\text{stride}[0]}+1\right\rfloor", "convolution.output_size", r"H_{out} = \left\lfloor\frac{H_{in}+\text{padding}[0]-\text{dilation}[0]\times(\text{kernel\_size}[0]-1)-1}{\text{stride}[0]}+1\right\rfloor"),
    ("卷积层参数量", r"N = (K\times K\times C_{in}+1)\times C_{out}", "convolution.parameter_count", r"N = (K\times K\times C_{in}-1)\times C_{out}"),
    ("Batch norm: backward pass", r"\frac{\partial\ell}{\partial\mu_B} = \sum_{i=1}^m\frac{\partial\ell}{\partial\hat x_i}\cdot\frac{-1}{\sqrt{\sigma_B^2+\epsilon}}+\frac{\partial\ell}{\partial\sigma_B^2}\cdot\frac{\sum_{i=1}^m-2(x_i-\mu_B)}{m}", "normalization.batch.input_gradient", r"\frac{\partial\ell}{\partial\mu_B} = \sum_{i=1}^m\frac{\partial\ell}{\partial\hat x_i}\cdot\frac{1}{\sqrt{\sigma_B^2+\epsilon}}+\frac{\partial\ell}{\partial\sigma_B^2}\cdot\frac{\sum_{i=1}^m-2(x_i-\mu_B)}{m}"),
    ("Batch norm: backward pass", r"\frac{\partial\ell}{\partial x_i} = \frac{\partial\ell}{\partial\hat x_i}\cdot\frac{1}{\sqrt{\sigma_B^2+\epsilon}}+\frac{\partial\ell}{\partial\sigma_B^2}\cdot\frac{2(x_i-\mu_B)}{m}+\frac{\partial\ell}{\partial\mu_B}\cdot\frac1m", "normalization.batch.input_gradient", r"\frac{\partial\ell}{\partial x_i} = \frac{\partial\ell}{\partial\hat x_i}\cdot\frac{1}{\sqrt{\sigma_B^2+\epsilon}}+\frac{\partial\ell}{\partial\sigma_B^2}\cdot\frac{(x_i-\mu_B)}{m}+\frac{\partial\ell}{\partial\mu_B}\cdot\frac1m"),
    ("Batch norm: backward pass", r"\frac{\partial L}{\partial\sigma^2} = -\frac12\sum_{i=1}^m\frac{\partial L}{\partial\hat x_i}(x_i-\mu)(\sigma^2+\epsilon)^{-3/2}", "normalization.batch.input_gradient", r"\frac{\partial L}{\partial\sigma^2} = -\frac12\sum_{i=1}^m\frac{\partial L}{\partial\hat x_i}(x_i-\mu)(\sigma^2+\epsilon)^{-1/2}"),
    ("λ-return of TD(λ)", r"G_t^\lambda = (1-\lambda)\sum_{n=1}^\infty\lambda^{n-1}G_{t:t+n}", "rl.lambda_return", r"G_t^\lambda = \lambda\sum_{n=1}^\infty\lambda^{n-1}G_{t:t+n}"),
    ("n-step TD return", r"G_t^{(n)} = \sum_{k=0}^{n-1}\gamma^kR_{t+k+1}+\gamma^nV(S_{t+n})", "rl.n_step_return", r"G_t^{(n)} = \sum_{k=0}^{n-1}\gamma^kR_{t+k+1}+\gamma V(S_{t+n})"),
    ("Actor-critic", r"L = \left(r_t+\gamma V(s_{t+1})-V(s_t)\right)^2", "rl.value_loss", r"L = \left(r_t+\gamma V(s_{t+1})+V(s_t)\right)^2"),
    ("TRPO", r"L(\theta) = \mathbb{E}\left[\frac{\pi_\theta(a|s)}{\pi_{\theta_{old}}(a|s)}A(s,a)\right]", "rl.surrogate", r"L(\theta) = \mathbb{E}\left[\frac{\pi_{\theta_{old}}(a|s)}{\pi_\theta(a|s)}A(s,a)\right]"),
    ("TD3", r"y = r+\gamma\min_{i=1,2}Q_{\theta_i'}(s',\tilde a)", "rl.q_target", r"y = r+\gamma\max_{i=1,2}Q_{\theta_i'}(s',\tilde a)"),
    ("UCB", r"a_t = \arg\max_a\left[Q_t(a)+c\sqrt{\frac{\ln t}{N_t(a)}}\right]", "rl.upper_bound", r"a_t = \arg\max_a\left[Q_t(a)-c\sqrt{\frac{\ln t}{N_t(a)}}\right]"),
    ("SDE of a score model", r"dx = \left[f(x,t)-g(t)^2\nabla_x\log p_t(x)\right]dt+g(t)d\bar w", "sampling.reverse_drift", r"dx = \left[f(x,t)+g(t)^2\nabla_x\log p_t(x)\right]dt+g(t)d\bar w"),
    ("Probability flow ODE", r"dx = \left[f(x,t)-\frac{1}{2}g(t)^2\nabla_x\log p_t(x)\right]dt", "sampling.probability_flow", r"dx = \left[f(x,t)-g(t)^2\nabla_x\log p_t(x)\right]dt"),
    ("Score matching", r"L = \mathbb{E}\left[\left\|s_\theta(\tilde x)+\frac{\tilde x-x}{\sigma^2}\right\|^2\right]", "sampling.denoising_score_loss", r"L = \mathbb{E}\left[\left\|s_\theta(\tilde x)-\frac{\tilde x-x}{\sigma^2}\right\|^2\right]"),
    ("SGLD", r"\theta_{t+1} = \theta_t+\frac{\epsilon_t}{2}\nabla\log p(\theta_t)+\eta_t", "diffusion.langevin_step", r"\theta_{t+1} = \theta_t-\frac{\epsilon_t}{2}\nabla\log p(\theta_t)+\eta_t"),
    ("Conjugate gradient", r"\alpha_k = \frac{r_k^\top r_k}{p_k^\top Ap_k}", "approximation.conjugate_step", r"\alpha_k = \frac{p_k^\top Ap_k}{r_k^\top r_k}"),
    ("Kernel ridge regression", r"\alpha = (K+\lambda I)^{-1}y", "regression.kernel", r"\alpha = (K-\lambda I)^{-1}y"),
    ("Gaussian process", r"\mu_* = K_*^\top(K+\sigma^2I)^{-1}y", "regression.kernel", r"\mu_* = K_*^\top(K+\sigma^2I)y"),
    ("TransE", r"f(h,r,t) = -\|h+r-t\|", "embedding_models.translation", r"f(h,r,t) = -\|h+r+t\|"),
    ("AdaBoost", r"w_i \leftarrow w_ie^{-\alpha_my_iG_m(x_i)}", "boosting.sample_weight", r"w_i \leftarrow w_ie^{\alpha_my_iG_m(x_i)}"),
    ("Gain ratio", r"GainRatio(D,A) = \frac{Gain(D,A)}{SplitInfo(D,A)}", "trees.gain_ratio", r"GainRatio(D,A) = \frac{SplitInfo(D,A)}{Gain(D,A)}"),
    ("Quantization", r"s = \frac{\max|x|}{2^{b-1}-1}", "quantization.symmetric_scale", r"s = \frac{\max|x|}{2^{b-1}+1}"),
    ("Law of total probability", r"P(B) = \sum_iP(B|A_i)P(A_i)", "probability.total", r"P(B) = \sum_iP(A_i|B)P(A_i)"),
    ("Bahdanau attention", r"e_{ij} = v_a^\top\tanh(W_as_{i-1}+U_ah_j)", "attention.additive", r"e_{ij} = v_a^\top\tanh(W_as_{i-1}+U_ah_i)"),
    ("Backprop", r"\delta_k = (\hat y_k-y_k)\hat y_k(1-\hat y_k)", "backprop.output_error", r"\delta_k = (\hat y_k-y_k)\hat y_k(1+\hat y_k)"),
    ("Backpropagation through time", r"\frac{\partial L}{\partial W} = \sum_{t=1}^T\frac{\partial L_t}{\partial W}", "backprop.rnn.weight_gradient", r"\frac{\partial L}{\partial W} = \prod_{t=1}^T\frac{\partial L_t}{\partial W}"),
    ("Gaussian", r"\log p(x) = -\frac12\log(2\pi\sigma^2)-\frac{(x-\mu)^2}{2\sigma^2}", "probability.gaussian_density", r"\log p(x) = -\frac12\log(2\pi\sigma^2)+\frac{(x-\mu)^2}{2\sigma^2}"),
    ("MAP estimation", r"\hat\theta = \arg\max_\theta[\log p(D|\theta)+\log p(\theta)]", "statistics.most_probable", r"\hat\theta = \arg\max_\theta[\log p(D|\theta)-\log p(\theta)]"),
    ("Bellman equation", r"V(s) = \sum_a\pi(a|s)Q(s,a)", "rl.state_value", r"V(s) = \max_a\pi(a|s)Q(s,a)"),
]  # fmt: skip

# fixes that are written otherwise than the right line above
FIXES = {
    r"\mathbb{E}[x|\tilde x] = \tilde x+\sigma^2\nabla_{\tilde x} p(\tilde x)": r"\mathbb{E}[x|\tilde x] = \tilde x+\sigma^2\nabla_{\tilde x}\log(p(\tilde x))",
    r"\theta \leftarrow \theta+\alpha G_t\nabla_\theta\pi_\theta(a_t|s_t)": r"\theta \leftarrow \theta+\alpha G_t\nabla_\theta\log(\pi_\theta(a_t|s_t))",
    r"\frac{\partial\ell}{\partial\mu_B} = \sum_{i=1}^m\frac{\partial\ell}{\partial\hat x_i}\cdot\frac{1}{\sqrt{\sigma_B^2+\epsilon}}+\frac{\partial\ell}{\partial\sigma_B^2}\cdot\frac{\sum_{i=1}^m-2(x_i-\mu_B)}{m}": r"\frac{\partial\ell}{\partial\mu_B} = \sum_{i=1}^m-\frac{\partial\ell}{\partial\hat x_i}\cdot\frac{1}{\sqrt{\sigma_B^2+\epsilon}}+\frac{\partial\ell}{\partial\sigma_B^2}\cdot\frac{\sum_{i=1}^m-2(x_i-\mu_B)}{m}",
    r"\frac{\partial\ell}{\partial x_i} = \frac{\partial\ell}{\partial\hat x_i}\cdot\frac{1}{\sqrt{\sigma_B^2+\epsilon}}+\frac{\partial\ell}{\partial\sigma_B^2}\cdot\frac{(x_i-\mu_B)}{m}+\frac{\partial\ell}{\partial\mu_B}\cdot\frac1m": r"\frac{\partial\ell}{\partial x_i} = \frac{\partial\ell}{\partial\hat x_i}\cdot\frac{1}{\sqrt{\sigma_B^2+\epsilon}}+2\frac{\partial\ell}{\partial\sigma_B^2}\cdot\frac{(x_i-\mu_B)}{m}+\frac{\partial\ell}{\partial\mu_B}\cdot\frac1m",
    r"H_{out} = \left\lfloor\frac{H_{in}+\text{padding}[0]-\text{dilation}[0]\times(\text{kernel\_size}[0]-1)-1}{\text{stride}[0]}+1\right\rfloor": r"H_{out} = \left\lfloor\frac{H_{in}+2\text{padding}[0]-\text{dilation}[0]\times(\text{kernel\_size}[0]-1)-1}{\text{stride}[0]}+1\right\rfloor",
}  # fmt: skip

# right lines that are near to these: other conventions, other quantities
SILENT = [
    ("VAE", r"-D_{KL} = \frac{1}{2}\sum_{j}\left(1+\log\sigma_j^2-\mu_j^2-\sigma_j^2\right)"),
    ("VAE", r"\mathcal{L}_{KL} = \frac{1}{2}\sum_{j}\left(1+\log\sigma_j^2-\mu_j^2-\sigma_j^2\right)"),
    ("VAE", r"KL = -0.5 \sum_{i}(1 + \text{logvar}_i - \mu_i^2 - e^{\text{logvar}_i})"),
    ("Jensen-Shannon divergence", r"JSD(P\|Q) = \frac12\left(KL(P\|M)+KL(Q\|M)\right)"),
    ("Jensen-Shannon divergence", r"JS(P\|Q) = \frac12KL(P\|\frac{P+Q}{2})+\frac12KL(Q\|\frac{P+Q}{2})"),
    ("Symmetrised divergence", r"D(P\|Q) = D_{KL}(P\|Q)+D_{KL}(Q\|P)"),
    ("GAN", r"1-D^*(x) = \frac{p_g(x)}{p_{data}(x)+p_g(x)}"),
    ("Score matching", r"D(x;\sigma) = x+\sigma^2\nabla_x\log p(x;\sigma)"),
    ("Denoising", r"\hat x = x+\epsilon^2\nabla_x\log p(x)"),
    ("GAE", r"\hat A_t = \sum_{l=0}^{\infty}\gamma^l\lambda^l\delta_{t+l}"),
    ("Policy gradient", r"\nabla_\theta J = \sum_a\nabla_\theta\pi_\theta(a|s)Q(s,a)"),
    ("REINFORCE", r"\theta \leftarrow \theta+\alpha G_t\frac{\nabla_\theta\pi_\theta(a_t|s_t)}{\pi_\theta(a_t|s_t)}"),
    ("SAC", r"V(s) = \mathbb{E}_{a\sim\pi}[Q(s,a)]+\alpha H(\pi(\cdot|s))"),
    ("SAC", r"J_\pi = \mathbb{E}[\alpha\log\pi(a|s)-Q(s,a)]"),
    ("Dueling DQN", r"Q(s,a) = V(s)+\left(A(s,a)-\max_{a'}A(s,a')\right)"),
    ("Dueling DQN", r"Q(s,a) = V(s)+A(s,a)"),
    ("SignSGD", r"\theta_t = \theta_{t-1}-\eta\,\mathrm{sign}(g_t)"),
    ("Warm-up", r"\eta_t = \eta_{max}\max\left(0,1-\frac{t}{T}\right)"),
    ("DIoU", r"DIoU = IoU-\frac{\rho^2(b,b^{gt})}{c^2}"),
    ("CIoU", r"L_{CIoU} = 1-IoU+\frac{\rho^2(b,b^{gt})}{c^2}+\alpha v"),
    ("GIoU", r"GIoU = IoU-1+\frac{|A\cup B|}{|C|}"),
    ("Elastic net", r"J(w) = \frac{1}{2n}\|y-Xw\|_2^2+\lambda\left(\alpha\|w\|_1+\frac{1-\alpha}{2}\|w\|_2^2\right)"),
    ("Lasso: soft thresholding", r"S_\lambda(z) = \max(z-\lambda,0)-\max(-z-\lambda,0)"),
    ("Bernoulli likelihood", r"L(\theta) = \prod_i\theta^{1-x_i}(1-\theta)^{x_i}"),
    ("Entropy of a Gaussian", r"H(X) = \frac12\ln(2\pi\sigma^2)+\frac12"),
    ("Entropy and the partition function", r"\log Z = \frac12\log(2\pi\sigma^2)"),
    ("Entropy", r"L = -\sum_i\log p(x_i)"),
    ("Optimisation", r"O(\theta) = \sum_{x \in D} -\log p_\theta(x)"),
    ("Quasi-Newton methods", r"x_{k+1} = x_k-\alpha_kH_k\nabla f(x_k)"),
    ("GCN", r"\hat A = I+D^{-1/2}AD^{-1/2}"),
    ("Signless graph Laplacian", r"Q = D+A"),
    ("TF-IDF", r"\mathrm{idf}(t) = \log\left(1+\frac{N}{df_t}\right)"),
    ("Max pooling with ceil mode", r"o = \left\lceil\frac{n+2p-f}{s}\right\rceil+1"),
    ("Convolution, same padding", r"o = \left\lceil\frac{n}{s}\right\rceil"),
    ("Convolution with a total padding $p$ of both sides", r"o = \left\lfloor\frac{n-f+p}{s}\right\rfloor+1"),
    ("Convolution", r"P = \frac{F-1}{2}"),
    ("CNN parameters without bias", r"N = K^2C_{in}C_{out}"),
    ("Batch norm: backward pass", r"\frac{\partial L}{\partial\sigma} = -\frac{1}{\sigma^2}\sum_i\frac{\partial L}{\partial\hat x_i}(x_i-\mu)"),
    ("Batch norm: backward pass", r"\frac{\partial L}{\partial\mu} = -\frac{1}{\sqrt{\sigma^2+\epsilon}}\sum_i\frac{\partial L}{\partial\hat x_i}"),
    ("Contrastive learning", r"p_{i} = \frac{\exp(q_i\cdot k_i)}{\sum_j\exp(q_i\cdot k_j)}"),
    ("Gaussian", r"L = \frac12\log(2\pi\sigma^2)+\frac{(x-\mu)^2}{2\sigma^2}"),
    ("Gaussian", r"-\log p(x) = \frac12\log(2\pi\sigma^2)+\frac{(x-\mu)^2}{2\sigma^2}"),
    ("MAP estimation", r"\hat\theta = \arg\min_\theta[-\log p(D|\theta)-\log p(\theta)]"),
    ("MAP and likelihood", r"\hat\theta = \arg\max_\theta\log p(D|\theta)"),
    ("MAP estimation", r"\hat\theta = \arg\max_\theta[\log p(D|\theta)-\lambda\|\theta\|^2]"),
    ("Mixture, hard EM", r"p(x) = \max_k\pi_k\mathcal N(x|\mu_k,\Sigma_k)"),
    ("Bellman optimality", r"V(s) = \max_aQ(s,a)"),
    ("Stochastic gradient ascent", r"\theta \leftarrow \theta+\eta\frac1m\sum_{i=1}^m\nabla_\theta J_i(\theta)"),
    ("SGD on the likelihood", r"\theta \leftarrow \theta+\eta\frac1m\sum_{i=1}^m\nabla_\theta \log p(x_i)"),
    ("Backpropagation through time", r"\frac{\partial h_t}{\partial h_k} = \prod_{i=k+1}^t\frac{\partial h_i}{\partial h_{i-1}}"),
    ("LCB, pessimism in bandits", r"A_t = \arg\max_a\left[Q_t(a)-c\sqrt{\frac{\ln t}{N_t(a)}}\right]"),
    ("UCB of costs", r"A_t = \arg\min_a\left[C_t(a)-c\sqrt{\frac{\ln t}{N_t(a)}}\right]"),
    ("UCB1", r"A_t = \arg\max_a\left[\bar x_a+\sqrt{\frac{2\ln t}{n_a}}\right]"),
    ("Importance sampling in reinforcement learning", r"\rho = \frac{\pi(a|s)}{b(a|s)}"),
    ("SDE", r"dx = f(x,t)dt+g(t)dw"),
    ("SDE of a score model", r"dx = [f(x,t)-\frac{1+\eta^2}{2}g(t)^2\nabla_x\log p_t(x)]dt+\eta g(t)d\bar w"),
    ("Langevin SDE", r"dx = \nabla_x\log p(x)dt+\sqrt2dw"),
    ("Score matching", r"\ell = \frac12\mathbb{E}\left[\left\|s_\theta(\tilde x,\sigma)+\frac{\tilde x-x}{\sigma^2}\right\|^2\right]"),
    ("Ridge regression", r"w = (\Phi^\top\Phi+\frac\alpha\beta I)^{-1}\Phi^\top t"),
    ("Specificity", r"\mathrm{TNR} = \frac{TN}{TN + FP} = 1 - \mathrm{FPR}"),
    ("Score matching", r"L = \mathbb{E}\left[\left\|\sigma s_\theta(\tilde x)+\epsilon\right\|^2\right]"),
    ("SGLD on an energy", r"\theta_{t+1} = \theta_t-\frac{\epsilon}{2}\nabla U(\theta_t)+\eta_t"),
    ("Conjugate gradient", r"\beta_k = \frac{r_{k+1}^\top r_{k+1}}{r_k^\top r_k}"),
    ("Steepest descent, conjugate gradients next", r"\alpha_k = \frac{r_k^\top r_k}{r_k^\top Ar_k}"),
    ("Gaussian process, noise free", r"\mu_* = K_*K^{-1}y"),
    ("TransH, after TransE", r"f_r(h,t) = \|h_\perp+d_r-t_\perp\|^2"),
    ("AdaBoost", r"w_i \leftarrow w_ie^{\alpha_m\mathbb{1}(y_i\ne G_m(x_i))}"),
    ("Quantization, symmetric", r"s = \frac{\max|x|}{2^{b-1}}"),
    ("Quantization, full range", r"s = \frac{2\max|x|}{2^b-1}"),
    ("Backprop with tanh", r"\delta_k = (y_k-t_k)(1+y_k)(1-y_k)"),
    ("Attention pooling", r"e_{i} = v^\top\tanh(Wh_i+b)"),
    ("Hierarchical attention", r"e_{it} = u_w^\top\tanh(W_wh_{it}+b_w)"),
    ("ELBO", r"\log p(x) \ge \mathbb{E}_q[\log p(x,z)]+H(q)"),
]  # fmt: skip

BOUNDED = ("Evidence lower bound", "The marginal likelihood of a variational autoencoder is bounded:")
BOUND = r"\log p(x) \ge \mathbb{E}_{q(z|x)}[\log p(x|z)] - D_{KL}(q(z|x)\|p(z))"

BELOW = BOUND.replace("] - D", "] + D")

Told = dict[tuple[str, ...], FileReport]


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """What an audit says of each line, all notes audited together."""
    notes: list[tuple[str, ...]] = [(h, line) for h, right, _, wrong in PAIRS for line in (right, wrong)]
    return reports_of(tmp_path_factory.mktemp("notes"), [*notes, *SILENT, (*BOUNDED, BOUND), (*BOUNDED, BELOW)])


def suggested(report: FileReport) -> list[str]:
    return [plain(d.suggestion.latex if d.suggestion else None) for d in told_of(report)]


@pytest.mark.parametrize(("heading", "right", "formula", "wrong"), PAIRS)
def test_right_lines_are_recognised(reports: Told, heading: str, right: str, formula: str, wrong: str) -> None:
    report = reports[heading, right]
    first = report.equations[0]
    assert (first.verdict in ("verified", "convention"), first.formula, told_of(report)) == (True, formula, [])


@pytest.mark.parametrize(("heading", "right", "formula", "wrong"), PAIRS)
def test_one_slip_is_put_right(reports: Told, heading: str, right: str, formula: str, wrong: str) -> None:
    assert suggested(reports[heading, wrong]) == [plain(FIXES.get(wrong, right))]


@pytest.mark.parametrize(("heading", "latex"), SILENT)
def test_other_conventions_are_no_mistakes(reports: Told, heading: str, latex: str) -> None:
    assert told_of(reports[heading, latex]) == []


def test_a_bound_from_below_takes_the_divergence_off(reports: Told) -> None:
    assert told_of(reports[*BOUNDED, BOUND]) == []
    assert suggested(reports[*BOUNDED, BELOW]) == [plain(BOUND)]


def test_a_step_along_a_mean_of_slopes_goes_down(tmp_path: Path) -> None:
    up = r"\theta \leftarrow \theta+\eta\frac1m\sum_{i=1}^m\nabla_\theta L_i(\theta)"
    down = up.replace(r"+\eta", r"-\eta")
    assert suggested(report_of(tmp_path, "SGD", up)) == [plain(down)]
    assert told_of(report_of(tmp_path, "SGD", down)) == []
    assert told_of(report_of(tmp_path, "Gradient ascent", up, "SGD with the sign turned")) == []


def test_a_correction_of_an_average_counts_its_steps(tmp_path: Path) -> None:
    short = r"\hat m_t = \frac{m_t}{1-\beta_1}"
    assert suggested(report_of(tmp_path, "Adam", short)) == [plain(r"\hat m_t = \frac{m_t}{1-\beta_1^t}")]
    for other in (
        r"\hat m_1 = \frac{m_1}{1-\beta_1}",
        r"o_t = \frac{p_t}{1-p_t}",
        r"\Delta_t = \frac{\eta g_t}{1-\beta}",
    ):
        assert told_of(report_of(tmp_path, "Adam", other)) == []
