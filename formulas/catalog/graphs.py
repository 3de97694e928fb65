"""Graphs: a layer of a graph convolutional network, the Laplacian."""

from ..lang import data, dims, relu, weight
from ..model import pitfall
from ..registry import formula

n, d, k = dims("n d k")
A, D, H, W = data("A", n, n), data("D", n, n), data("H", n, d), weight("W", d, k)

formula(
    "graphs.propagation",
    "Layer of a graph convolutional network, from the normalised adjacency",
    "图卷积网络的一层（邻接矩阵已归一化）",
    inputs=[A, H, W],
    term=lambda A, H, W: relu(A @ H @ W),
    result="H",
    reference="Kipf and Welling 2017, eq. 2",
    pitfalls=[pitfall("activation_missing", "with an activation", "缺少激活函数", lambda A, H, W: A @ H @ W)],
)

formula(
    "graphs.laplacian",
    "Graph Laplacian",
    "图拉普拉斯矩阵",
    inputs=[D, A],
    term=lambda D, A: D - A,
    result="L",
    reference="von Luxburg 2007, section 3.1",
    pitfalls=[pitfall("plus", "degrees less adjacency", "度矩阵减邻接矩阵", lambda D, A: D + A)],
)
