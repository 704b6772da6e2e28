import type { PageName } from '../../../catalogue/pages/entry.ts'
import { helpPictures } from '../../../catalogue/pages/help-pictures.ts'

/** Addresses of the pictures by their file; the pictures themselves come when they are scrolled to. */
const addresses = import.meta.glob<string>('./pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** What the screens of a page look like; each picture opens large in a window of its own. */
export function HelpPictures({ name }: { name: PageName }) {
  return (helpPictures[name] ?? []).map(({ file, alt }) => {
    const address = addresses[`./pictures/${file}.webp`]
    return (
      address !== undefined && (
        <figure key={file} className="help-picture">
          <a href={address} target="_blank" rel="noopener" aria-label={`看大图，在新窗口打开：${alt}`}>
            <img src={address} alt={alt} width={1024} height={576} loading="lazy" />
          </a>
          <figcaption className="x-soft x-dense" aria-hidden="true">
            {alt}
          </figcaption>
        </figure>
      )
    )
  })
}
