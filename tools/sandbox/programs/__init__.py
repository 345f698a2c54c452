"""Programs of ours that run in the sandbox: each a file with `main(inputs, params, out)`."""
