"""Backpropagation as people write it: gradients of a loss by weights, biases, inputs and weighted sums.

``reading`` says which quantities a line names, whatever the notation (``∂L/∂W``, ``∇_W L``, ``dW``, ``δ``); ``laws`` says what
the gradient of each must be; ``statement`` puts both together for a whole line.
"""
