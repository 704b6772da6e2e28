import { useState, type FormEvent } from 'react'
import { factScopes, factScope, type FactScope } from '../../../catalogue/contract/account/sign-on.ts'
import type { RosterApp } from '../../../catalogue/contract/administration/roster.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { PlaceField } from './place-field.tsx'
import { useRosterActs } from './use-roster.ts'

const fields = ['place', 'facts', 'agreement', 'until'] as const
/** What a roster is without: it always says who, and where. */
const always: readonly FactScope[] = ['profile', 'school', 'role']
const offered = factScope.options.filter((scope) => !always.includes(scope))

/** The agreement by which an app reads the roster. */
export function FeedForm({ one: { app, name, feed } }: { one: RosterApp }) {
  const { busy, faults, run } = useAct(fields)
  const { keepFeed } = useRosterActs(app)
  const [typed, setTyped] = useState({
    place: feed === null ? null : { id: feed.place, name: feed.placeName },
    facts: feed?.facts ?? [],
    agreement: feed?.agreement ?? '',
    until: feed?.until ?? '',
    enabled: feed?.enabled ?? true,
  })
  const put = (part: Partial<typeof typed>) => setTyped({ ...typed, ...part })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      const { place, ...rest } = typed
      const version = feed === null ? {} : { version: feed.version }
      await keepFeed({ ...rest, place: place?.id ?? 0, ...version })
      notify.success('约定已保存')
    })
  }
  return (
    <Panel title={`向“${name}”提供名册的约定`}>
      <form noValidate onSubmit={submit} className="roster-form">
        {faults['form'] !== undefined && (
          <ErrorBox title="保存失败，您的填写已保留" detail={faults['form']} />
        )}
        <PlaceField value={typed.place} fault={faults['place']} onChange={(place) => put({ place })} />
        <fieldset className="roster-checks">
          <legend>提供的资料</legend>
          <p className="x-soft">姓名、任职单位一定提供。勾选手机号或邮箱后，提供的是完整的号码。</p>
          {offered.map((scope) => (
            <label key={scope}>
              <input
                type="checkbox"
                checked={typed.facts.includes(scope)}
                onChange={({ target }) =>
                  put({
                    facts: target.checked
                      ? [...typed.facts, scope]
                      : typed.facts.filter((fact) => fact !== scope),
                  })
                }
              />
              {factScopes[scope].label}
            </label>
          ))}
        </fieldset>
        <TextField
          label="依据"
          help="协议名称或文号"
          maxLength={100}
          value={typed.agreement}
          fault={faults['agreement']}
          onChange={(agreement) => put({ agreement })}
        />
        <TextField
          label="有效期至"
          help="形如 2027-08-31，至多三年"
          maxLength={10}
          value={typed.until}
          fault={faults['until']}
          onChange={(until) => put({ until })}
        />
        <label className="roster-check">
          <input
            type="checkbox"
            checked={typed.enabled}
            onChange={({ target }) => put({ enabled: target.checked })}
          />
          启用
        </label>
        <Button type="submit" look="primary" busy={busy}>
          保存约定
        </Button>
        {feed !== null && <p className="x-soft">已向该应用提供过 {feed.people} 人。</p>}
      </form>
    </Panel>
  )
}
