import { useState } from 'react'
import { publicNames, publicRoute } from '../../../catalogue/contents/public.ts'
import { sources, sourceWords, type SiteColumn } from '../../../catalogue/sites/body.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { faultAt, type PartProps } from './use-site-draft.ts'

const options = sources.map((code) => ({ code, label: sourceWords[code] }))
const names = publicNames.map((name) => ({ code: name, label: publicRoute(name).title }))

/** Where the contents of each column come from; a column that is not named has what the region has. */
export function ColumnsPanel({ body, onChange, errors }: PartProps) {
  const [added, setAdded] = useState('')
  const columns = body.columns ?? []
  const put = (list: SiteColumn[]) => onChange({ ...body, columns: list.length === 0 ? null : list })
  const change = (at: number, part: Partial<SiteColumn>) =>
    put(columns.map((one, place) => (place === at ? { ...one, ...part } : one)))
  const left = names.filter(({ code }) => !columns.some(({ type }) => type === code))
  const add = () => {
    const name = publicNames.find((one) => one === added)
    if (name) put([...columns, { type: name, from: 'own', chosen: [] }])
    setAdded('')
  }
  return (
    <Panel title="栏目来源">
      <div className="sites-fields">
        <p className="x-soft">没有列出的栏目与全区域门户相同；内容只取用，不复制。</p>
        {columns.map((column, at) => (
          <div key={column.type} className="sites-link">
            <Choice
              label={names.find(({ code }) => code === column.type)?.label ?? column.type}
              value={column.from}
              options={options}
              isRequired
              fault={faultAt(errors, `columns.${at}.from`)}
              onChange={(code) => change(at, { from: sources.find((one) => one === code) ?? 'own' })}
            />
            {column.from === 'chosen' && (
              <TextField
                label="内容编号"
                value={column.chosen.join(' ')}
                help="详情页地址里 id= 后面的数字，用空格分开"
                fault={faultAt(errors, `columns.${at}.chosen`)}
                onChange={(text) =>
                  change(at, { chosen: text.split(/\D+/).filter(Boolean).map(Number).slice(0, 50) })
                }
              />
            )}
            <Button look="text" onClick={() => put(columns.filter((_, place) => place !== at))}>
              移除
            </Button>
          </div>
        ))}
        <div className="sites-acts">
          <Choice label="再设一个栏目" value={added} options={left} onChange={setAdded} />
          <Button disabled={added === ''} onClick={add}>
            新增栏目
          </Button>
        </div>
      </div>
    </Panel>
  )
}
