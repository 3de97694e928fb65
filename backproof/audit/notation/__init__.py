"""LaTeX to statement trees and back."""
