import { kindRules, type OwnKind } from '../../../catalogue/own/body.ts'
import {
  archiveWords,
  cardinalities,
  holders,
  regimes,
  type OwnTypeShape,
} from '../../../catalogue/own/type-body.ts'
import { levelLabels, levels } from '../../../catalogue/flows/review.ts'
import { Choice } from '../../ui/forms/choice.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ChecksEditor } from './checks-editor.tsx'
import { fieldChoices, type FieldChoice, type TypeEditorProps } from './type-words.ts'
import { Several } from './several.tsx'

/** Kinds that lists show and records are named by. */
const isShown = (kind: OwnKind) => !kindRules[kind]?.unlisted

const options = (words: Readonly<Record<string, string>>, only?: string): FieldChoice[] =>
  Object.entries(words).flatMap(([code, label]) =>
    only === undefined || only === code ? [{ code, label }] : [],
  )

/** What a type of the region's own is, before its fields are named. */
export function TypeFacts(props: TypeEditorProps) {
  const { record, isPublished, faultAt, onChange } = props
  const put = (part: Partial<OwnTypeShape>) => onChange({ ...record, ...part })
  const fixed = (value: string) => (isPublished ? value : undefined)
  return (
    <Panel
      title="档案"
      beside={
        <span className="x-faint x-note">{`${holders[record.owner]}的，${regimes[record.regime]}`}</span>
      }
    >
      <div className="own-fields">
        <div className="own-pair">
          <TextField
            label="档案名称"
            value={record.title}
            maxLength={20}
            fault={faultAt('title')}
            onChange={(title) => put({ title })}
          />
          <Choice
            label="归入"
            isRequired
            value={record.archive}
            options={options(archiveWords)}
            onChange={(archive) => put({ archive: archive as OwnTypeShape['archive'] })}
          />
          <Choice
            label={isPublished ? '可填几条（发布后不能更换）' : '可填几条'}
            isRequired
            value={record.cardinality}
            fault={faultAt('cardinality')}
            options={options(cardinalities, fixed(record.cardinality))}
            onChange={(of) => put({ cardinality: of as OwnTypeShape['cardinality'] })}
          />
        </div>
        {record.regime === 'reviewed' && <Chain {...props} />}
        <Expiry {...props} />
        <Evidence {...props} />
      </div>
    </Panel>
  )
}

/** What rests on the fields of a type: order and name of its records in lists, and the rules they keep. */
export function TypeLists(props: TypeEditorProps) {
  return (
    <Panel title="列表与校验">
      <div className="own-fields">
        <Shown {...props} />
        <ChecksEditor {...props} />
      </div>
    </Panel>
  )
}

/** Which levels decide, from the lowest up. */
function Chain({ record, faultAt, onChange }: TypeEditorProps) {
  return (
    <fieldset className="x-labelled own-uses">
      <legend>审核层级</legend>
      {levels.map((level) => (
        <label key={level}>
          <input
            type="checkbox"
            checked={record.chain.includes(level)}
            onChange={({ target }) => {
              const on = (one: string) =>
                one === level ? target.checked : record.chain.some((l) => l === one)
              onChange({ ...record, chain: levels.filter(on) })
            }}
          />{' '}
          {levelLabels[level]}
        </label>
      ))}
      {faultAt('chain') && <span className="own-fault">{faultAt('chain')}</span>}
    </fieldset>
  )
}

/** How lists are ordered, what names a record, and what may stand there once. */
function Shown({ body, record, isPublished, faultAt, onChange }: TypeEditorProps) {
  const choices = fieldChoices(body, isShown)
  const order = isPublished ? choices.filter(({ code }) => code === record.order) : choices
  return (
    <>
      <div className="own-pair">
        <Choice
          label={isPublished ? '列表排序（发布后不能更换）' : '列表排序'}
          value={record.order}
          fault={faultAt('order')}
          options={order}
          onChange={(key) => onChange({ ...record, order: key })}
        />
        <Choice
          label="次序"
          isRequired
          value={record.descending ? 'down' : 'up'}
          options={[
            { code: 'up', label: '由小到大、由早到晚' },
            { code: 'down', label: '由大到小、由晚到早' },
          ]}
          onChange={(way) => onChange({ ...record, descending: way === 'down' })}
        />
      </div>
      <Several
        legend="用哪些栏目称呼一条记录（至多三个）"
        choices={choices}
        chosen={record.summary}
        fault={faultAt('summary')}
        onChange={(summary) => onChange({ ...record, summary })}
      />
      <Several
        legend="同一对象内不能重复的栏目（可不选）"
        choices={choices}
        chosen={record.unique?.fields ?? []}
        fault={faultAt('unique')}
        onChange={(keys) => {
          const { unique: _before, ...rest } = record
          onChange(keys.length === 0 ? rest : { ...rest, unique: { within: 'owner', fields: keys } })
        }}
      />
    </>
  )
}

/** The day whose coming the teacher is reminded of. */
function Expiry({ record, isPublished, faultAt, onChange }: TypeEditorProps) {
  const { expires, ...rest } = record
  if (record.owner !== 'teacher') return null
  const isKept = isPublished && expires !== undefined
  return (
    <>
      <label>
        <input
          type="checkbox"
          checked={expires !== undefined}
          disabled={isKept}
          onChange={({ target }) =>
            onChange(
              target.checked
                ? {
                    ...rest,
                    expires: { label: '有效期至', section: '基本情况', required: true, latestOnly: true },
                  }
                : rest,
            )
          }
        />{' '}
        有到期日，到期前 90、30、7 天提醒本人
      </label>
      {faultAt('expires') && <span className="own-fault">{faultAt('expires')}</span>}
      {expires && (
        <div className="own-pair">
          <TextField
            label="到期日名称"
            value={expires.label}
            maxLength={20}
            fault={faultAt('expires.label')}
            onChange={(label) => onChange({ ...record, expires: { ...expires, label } })}
          />
          <TextField
            label="到期日所在分组"
            value={expires.section}
            maxLength={20}
            fault={faultAt('expires.section')}
            onChange={(section) => onChange({ ...record, expires: { ...expires, section } })}
          />
          <Choice
            label="提醒哪些记录"
            isRequired
            value={expires.latestOnly ? 'latest' : 'each'}
            options={[
              { code: 'latest', label: '只提醒最晚到期的一条' },
              { code: 'each', label: '每一条都提醒' },
            ]}
            onChange={(of) => onChange({ ...record, expires: { ...expires, latestOnly: of === 'latest' } })}
          />
        </div>
      )}
    </>
  )
}

/** Whether evidence is asked for. */
function Evidence({ record, onChange }: TypeEditorProps) {
  const { attachments, ...rest } = record
  const value = attachments ? (attachments.required ? 'required' : 'optional') : 'none'
  return (
    <div className="own-pair">
      <Choice
        label="佐证材料"
        isRequired
        value={value}
        options={[
          { code: 'none', label: '不收' },
          { code: 'optional', label: '可附，至多 5 个' },
          { code: 'required', label: '必附，至多 5 个' },
        ]}
        onChange={(how) =>
          onChange(
            how === 'none' ? rest : { ...rest, attachments: { maxCount: 5, required: how === 'required' } },
          )
        }
      />
    </div>
  )
}
