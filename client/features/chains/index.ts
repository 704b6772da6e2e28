export function ChainsPage() { return null }
