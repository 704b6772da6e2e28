import type { SiteBody } from '../../../catalogue/sites/body.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { LinkList } from './link-list.tsx'
import { faultAt, type PartProps } from './use-site-draft.ts'

type Head = NonNullable<SiteBody['nav']>[number]

/** The navigation of the site: at most nine items, each with at most eight below. */
export function NavPanel({ body, onChange, errors }: PartProps) {
  const heads = body.nav ?? []
  const put = (nav: Head[] | null) => onChange({ ...body, nav: nav?.length === 0 ? null : nav })
  const change = (at: number, part: Partial<Head>) =>
    put(heads.map((one, place) => (place === at ? { ...one, ...part } : one)))
  return (
    <Panel title="导航">
      <div className="sites-fields">
        {body.nav === null && <p className="x-soft">沿用上级站点的导航；新增后改用这里的。</p>}
        {heads.map((head, at) => (
          <div key={at} className="sites-head">
            <div className="sites-link">
              <TextField
                label={`第 ${at + 1} 项的名称`}
                value={head.title}
                maxLength={20}
                fault={faultAt(errors, `nav.${at}.title`)}
                onChange={(title) => change(at, { title })}
              />
              <TextField
                label="地址"
                value={head.url}
                maxLength={500}
                help="如 /home/messageData/news"
                fault={faultAt(errors, `nav.${at}.url`)}
                onChange={(url) => change(at, { url })}
              />
              <Button look="text" onClick={() => put(heads.filter((_, place) => place !== at))}>
                移除
              </Button>
            </div>
            <LinkList
              title="下级"
              name={`nav.${at}.sub`}
              most={8}
              links={head.sub}
              errors={errors}
              onChange={(sub) => change(at, { sub: sub ?? [] })}
            />
          </div>
        ))}
        <div className="sites-acts">
          <Button
            disabled={heads.length >= 9}
            onClick={() => put([...heads, { title: '', url: '', sub: [] }])}
          >
            新增一项
          </Button>
          {body.nav !== null && (
            <Button look="text" onClick={() => put(null)}>
              沿用上级
            </Button>
          )}
        </div>
      </div>
    </Panel>
  )
}
