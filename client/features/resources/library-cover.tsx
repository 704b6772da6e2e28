import type { ListedLine } from '../../../catalogue/contract/library.ts'
import { Icon, type IconName } from '../../ui/look/icon.tsx'

/** Icons of the formats that have no cover of their own; a bundle has no format. */
const icons: Readonly<Record<string, IconName>> = {
  ppt: 'chart',
  xls: 'table',
  image: 'eye',
  audio: 'play',
  video: 'play',
  zip: 'archive',
  link: 'out',
}

/** The cover of a resource in a list, or an icon of what it is. Its title says the same in words. */
export function LibraryCover({ line: { cover, format, gone } }: { line: ListedLine }) {
  if (cover !== null)
    return <img className="library-cover" src={cover} alt="" width={72} height={48} loading="lazy" />
  const icon = gone ? 'void' : format === null ? 'archive' : (icons[format] ?? 'file')
  return (
    <span className="library-cover">
      <Icon name={icon} />
    </span>
  )
}
