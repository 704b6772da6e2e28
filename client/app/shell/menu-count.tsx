import { badgeText } from '../../ui/look/badge.tsx'

/** What waits behind an entry of a menu. */
export function MenuCount({ count }: { count: number }) {
  return (
    <span className={count > 0 ? 'shell-count shell-count-waits' : 'shell-count'}>
      {badgeText(count)}
      <span className="x-hidden"> 条待办</span>
    </span>
  )
}
