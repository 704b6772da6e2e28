import type { FieldFault } from '../../../catalogue/errors.ts'
import type { SiteLink } from '../../../catalogue/sites/body.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { faultAt } from './use-site-draft.ts'

/** Links of a foot or of a navigation item; null: those of the site above. */
export function LinkList({
  title,
  name,
  most,
  links,
  errors,
  onChange,
}: {
  title: string
  name: string
  most: number
  links: readonly SiteLink[] | null
  errors: readonly FieldFault[]
  onChange: (links: SiteLink[] | null) => void
}) {
  const list = links ?? []
  const put = (at: number, part: Partial<SiteLink>) =>
    onChange(list.map((one, place) => (place === at ? { ...one, ...part } : one)))
  return (
    <fieldset className="sites-links">
      <legend>{title}</legend>
      {links === null && <p className="x-soft x-dense">沿用上级站点。</p>}
      {list.map((link, at) => (
        <div key={at} className="sites-link">
          <TextField
            label={`${title}第 ${at + 1} 项的名称`}
            value={link.title}
            maxLength={20}
            fault={faultAt(errors, `${name}.${at}.title`)}
            onChange={(value) => put(at, { title: value })}
          />
          <TextField
            label="地址"
            value={link.url}
            maxLength={500}
            fault={faultAt(errors, `${name}.${at}.url`)}
            onChange={(url) => put(at, { url })}
          />
          <Button look="text" onClick={() => onChange(list.filter((_, place) => place !== at))}>
            移除
          </Button>
        </div>
      ))}
      <div className="sites-acts">
        <Button disabled={list.length >= most} onClick={() => onChange([...list, { title: '', url: '' }])}>
          {`新增${title}`}
        </Button>
        {links !== null && (
          <Button look="text" onClick={() => onChange(null)}>
            沿用上级
          </Button>
        )}
      </div>
    </fieldset>
  )
}
