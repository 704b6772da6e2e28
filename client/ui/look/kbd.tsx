/** A key on the keyboard. */
export function Kbd({ children }: { children: string }) {
  return <kbd className="x-key">{children}</kbd>
}
