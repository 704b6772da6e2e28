import { Icon } from '../../ui/icon.tsx'

export function Fault({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p className="signin-fault">
      <Icon name="warn" />
      {text}
    </p>
  )
}
