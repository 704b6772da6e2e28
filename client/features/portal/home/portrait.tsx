import type { PublicContent } from '../../../../catalogue/contract/portal/portal.ts'
import { fileOf, textOf } from '../read-field.ts'

/** The photo of a good teacher, or the first letter of the name where there is none. */
export function Portrait({ teacher }: { teacher: PublicContent }) {
  const photo = fileOf(teacher, 'photo')
  if (photo)
    return (
      <img
        className="portal-portrait"
        src={photo.url}
        alt={textOf(teacher, 'name')}
        width={96}
        height={120}
        loading="lazy"
      />
    )
  return (
    <span className="portal-portrait x-display" aria-hidden="true">
      {[...textOf(teacher, 'name')][0]}
    </span>
  )
}
