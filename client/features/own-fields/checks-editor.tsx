import type { OwnKind } from '../../../catalogue/own/body.ts'
import { checkWords, type CheckForm, type OwnCheck } from '../../../catalogue/own/type-body.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { Several } from './several.tsx'
import { fieldChoices, type TypeEditorProps } from './type-words.ts'

const dated: readonly OwnKind[] = ['date', 'month', 'year']
const isDated = (kind: OwnKind) => dated.includes(kind)
const most = 10

const fresh = (form: CheckForm): OwnCheck => {
  if (form === 'anyOf') return { form, fields: [] }
  return form === 'notLater' ? { form, field: '' } : { form, field: '', other: '' }
}

/** The rules that a record keeps, each one of four templates. */
export function ChecksEditor({ body, record, faultAt, onChange }: TypeEditorProps) {
  const put = (checks: OwnCheck[]) => onChange({ ...record, checks })
  return (
    <fieldset className="x-labelled">
      <legend>填写校验</legend>
      <ol className="own-checks">
        {record.checks.map((check, i) => (
          <li key={i}>
            <Choice
              label={`校验 ${i + 1}`}
              isRequired
              value={check.form}
              options={Object.entries(checkWords).map(([code, label]) => ({ code, label }))}
              onChange={(form) => put(record.checks.with(i, fresh(form as CheckForm)))}
            />
            <CheckFields
              check={check}
              body={body}
              onChange={(changed) => put(record.checks.with(i, changed))}
            />
            <Button
              look="text"
              aria-label={`删除校验 ${i + 1}`}
              onClick={() => put(record.checks.filter((_, at) => at !== i))}
            >
              删除
            </Button>
            {faultAt(`checks.${i}`) && <span className="own-fault">{faultAt(`checks.${i}`)}</span>}
          </li>
        ))}
      </ol>
      {record.checks.length < most && (
        <div>
          <Button look="text" onClick={() => put([...record.checks, fresh('notLater')])}>
            新增校验
          </Button>
        </div>
      )}
    </fieldset>
  )
}

function CheckFields({
  check,
  body,
  onChange,
}: {
  check: OwnCheck
  body: TypeEditorProps['body']
  onChange: (check: OwnCheck) => void
}) {
  const compares = check.form === 'notBefore' || check.form === 'notLater'
  const choices = compares ? fieldChoices(body, isDated) : fieldChoices(body)
  if (check.form === 'anyOf')
    return (
      <Several
        legend="哪些栏目"
        choices={choices}
        chosen={check.fields}
        fault={undefined}
        onChange={(fields) => onChange({ ...check, fields })}
      />
    )
  return (
    <>
      <Choice
        label="栏目"
        value={check.field}
        options={choices}
        onChange={(field) => onChange({ ...check, field })}
      />
      {check.form !== 'notLater' && (
        <Choice
          label={check.form === 'notBefore' ? '不早于' : '须同时填'}
          value={check.other}
          options={choices}
          onChange={(other) => onChange({ ...check, other })}
        />
      )}
    </>
  )
}
