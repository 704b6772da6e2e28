import { centreKinds, centreWords, type CentreKind } from '../../../catalogue/sites/blocks.ts'
import type { CentrePart } from '../../../catalogue/sites/body.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextBox } from '../../ui/forms/text-box.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { faultAt, type PartProps } from './use-site-draft.ts'

const none = { simple: [], setUp: [], ranks: [] }

/** The pages about the centre; where they are empty, those that the office published are shown. */
export function CentrePanel({ body, onChange, errors }: PartProps) {
  const centre = body.centre ?? none
  const put = (kind: CentreKind, parts: CentrePart[]) => {
    const next = { ...centre, [kind]: parts }
    onChange({ ...body, centre: centreKinds.every((one) => next[one].length === 0) ? null : next })
  }
  return (
    <Panel title="中心页面">
      <div className="sites-fields">
        <p className="x-soft">不填则显示本单位在“信息发布”里发布的中心页。</p>
        {centreKinds.map((kind) => (
          <fieldset key={kind} className="sites-links">
            <legend>{centreWords[kind]}</legend>
            {centre[kind].map((part, at) => (
              <Part
                key={at}
                part={part}
                name={`第 ${at + 1} 段`}
                faults={{
                  title: faultAt(errors, `centre.${kind}.${at}.title`),
                  text: faultAt(errors, `centre.${kind}.${at}.text`),
                }}
                onChange={(next) =>
                  put(
                    kind,
                    centre[kind].flatMap((one, place) => (place === at ? (next ?? []) : one)),
                  )
                }
              />
            ))}
            <div>
              <Button
                disabled={centre[kind].length >= 20}
                onClick={() => put(kind, [...centre[kind], { title: '', text: '' }])}
              >
                {`新增${centreWords[kind]}`}
              </Button>
            </div>
          </fieldset>
        ))}
      </div>
    </Panel>
  )
}

function Part({
  part,
  name,
  faults,
  onChange,
}: {
  part: CentrePart
  name: string
  faults: { readonly title: string | undefined; readonly text: string | undefined }
  onChange: (part: CentrePart | null) => void
}) {
  return (
    <div className="sites-fields">
      <TextField
        label={`${name}的标题`}
        value={part.title}
        maxLength={60}
        fault={faults.title}
        onChange={(title) => onChange({ ...part, title })}
      />
      <TextBox
        label="正文"
        value={part.text}
        most={5000}
        rows={4}
        fault={faults.text}
        onChange={(text) => onChange({ ...part, text })}
      />
      <div>
        <Button look="text" onClick={() => onChange(null)}>
          移除这一段
        </Button>
      </div>
    </div>
  )
}
