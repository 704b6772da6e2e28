import { regionKeys, regions, type BoardLayout } from '../../../../catalogue/boards/layout.ts'
import type { FieldFault } from '../../../../catalogue/errors.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { ItemRow } from './item-row.tsx'
import { addItem, changeItem, freshItem, moveItem, onPage, removeItem } from './model.ts'

interface PageFieldsProps {
  readonly layout: BoardLayout
  readonly page: number
  readonly faults: readonly FieldFault[]
  readonly onChange: (layout: BoardLayout) => void
}

/** The panels of one page, region by region. */
export function PageFields({ layout, page, faults, onChange }: PageFieldsProps) {
  const one = layout.pages[page]
  if (!one) return null
  const faultAt = (path: string) =>
    faults.find(({ field }) => field === path || field.startsWith(`${path}.`))?.message
  return (
    <div className="bs-page">
      <label className="x-labelled">
        页名
        <input
          value={one.title}
          maxLength={20}
          onChange={({ target }) => onChange(onPage(layout, page, (it) => ({ ...it, title: target.value })))}
        />
      </label>
      {regionKeys.map((region) => {
        const { title, most } = regions[region]
        return (
          <fieldset key={region} className="bs-region">
            <legend>
              {title}
              <span className="x-faint x-dense">
                {one[region].length} / {most}
              </span>
            </legend>
            <ul>
              {one[region].map((item, index) => {
                const at = { page, region, index }
                return (
                  <ItemRow
                    key={`${index}/${item.panel}`}
                    item={item}
                    region={region}
                    name={`${title}第 ${index + 1} 项`}
                    fault={faultAt(`pages.${page}.${region}.${index}`)}
                    onChange={(next) => onChange(changeItem(layout, at, next))}
                    onMove={(by) => onChange(moveItem(layout, at, by))}
                    onRemove={() => onChange(removeItem(layout, at))}
                  />
                )
              })}
            </ul>
            {one[region].length < most && (
              <Button
                look="text"
                icon="add"
                aria-label={`${title}：增加面板`}
                onClick={() =>
                  onChange(addItem(layout, { page, region }, freshItem(layout, { page, region })))
                }
              >
                增加面板
              </Button>
            )}
          </fieldset>
        )
      })}
    </div>
  )
}
