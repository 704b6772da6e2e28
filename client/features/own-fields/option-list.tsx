import type { OwnField } from '../../../catalogue/own/body.ts'
import { Button } from '../../ui/forms/button.tsx'

const most = 60

/** The options of a field. One that may be in use is ended, and can be taken up again; it is never deleted. */
export function OptionList({
  field,
  isPublished,
  fault,
  onChange,
}: {
  field: OwnField
  isPublished: boolean
  fault: string | undefined
  onChange: (field: OwnField) => void
}) {
  const options = field.options ?? []
  const put = (changed: OwnField['options']) => onChange({ ...field, options: changed })
  const add = () => {
    const code = String(Math.max(0, ...options.map((one) => Number(one.code))) + 1)
    put([...options, { code, label: '' }])
  }
  const end = (code: string) =>
    put(
      options.map(({ ended, ...one }) =>
        one.code !== code
          ? { ...one, ...(ended && { ended }) }
          : ended
            ? one
            : { ...one, ended: true as const },
      ),
    )
  return (
    <fieldset className="x-labelled">
      <legend>选项</legend>
      <ol className="own-options">
        {options.map(({ code, label, ended }, i) => (
          <li key={code}>
            <input
              aria-label={`选项 ${i + 1}`}
              maxLength={30}
              value={label}
              disabled={ended === true}
              onChange={({ target }) =>
                put(options.map((one) => (one.code === code ? { ...one, label: target.value } : one)))
              }
            />
            {isPublished ? (
              <Button
                look="text"
                onClick={() => end(code)}
                aria-label={`${ended ? '恢复' : '停用'}选项${label}`}
              >
                {ended ? '恢复' : '停用'}
              </Button>
            ) : (
              <Button
                look="text"
                aria-label={`删除选项${label === '' ? i + 1 : label}`}
                onClick={() => put(options.filter((one) => one.code !== code))}
              >
                删除
              </Button>
            )}
          </li>
        ))}
      </ol>
      {fault && <span className="own-fault">{fault}</span>}
      {options.length < most && (
        <Button look="text" onClick={add}>
          新增选项
        </Button>
      )}
    </fieldset>
  )
}
