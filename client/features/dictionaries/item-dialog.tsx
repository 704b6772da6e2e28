import { useId, useState } from 'react'
import type { DictionaryItem, DictionaryView } from '../../../catalogue/contract/dictionary.ts'
import { fullDate } from '../../platform/format.ts'
import { useAct } from '../../platform/use-act.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useKeep } from './use-dictionaries.ts'

const known = ['code', 'label', 'aliases', 'from', 'to', 'place', 'groups', 'reason']
const aliasesIn = (text: string) =>
  text
    .split(/[、，,;；\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
const today = () => fullDate(new Date().toISOString())

/**
 * A new item, or one to change. What was typed stays when the server refuses; faults stand below their
 * fields.
 */
export function ItemDialog({
  view,
  item,
  onClose,
}: {
  view: DictionaryView
  item: DictionaryItem | null
  onClose: () => void
}) {
  const dialog = useModalDialog(true, onClose)
  const keep = useKeep(view.name)
  const { busy, faults, run } = useAct([...known, ...Array.from({ length: 20 }, (_, i) => `aliases.${i}`)])
  const [typed, setTyped] = useState({
    code: '',
    label: item?.label ?? '',
    aliases: (item?.aliases ?? []).join('、'),
    from: item?.from ?? (item ? '' : today()),
    to: item?.to ?? '',
    place: String(item?.place ?? ''),
    reason: '',
  })
  const [groups, setGroups] = useState<readonly string[]>(item && item.standard === null ? item.groups : [])
  const id = useId()
  const put = (part: Partial<typeof typed>) => setTyped({ ...typed, ...part })
  const own = item === null || item.standard === null
  const send = (more: Partial<typeof typed>) =>
    run(async () => {
      const { code, place, reason, aliases, ...rest } = { ...typed, ...more }
      const body = {
        ...rest,
        aliases: aliasesIn(aliases),
        place: place.trim() === '' ? null : Number(place),
        groups,
      }
      await keep(item?.code ?? null, item ? { ...body, version: item.version, reason } : { ...body, code })
      notify.success(item ? '已保存' : '已新增')
      onClose()
    })
  const aliasFault =
    faults['aliases'] ?? Object.entries(faults).find(([field]) => field.startsWith('aliases.'))?.[1]
  return (
    <dialog ref={dialog} className="x-dialog dictionaries-dialog" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{item ? `修改 ${item.code} ${item.label}` : `${view.label}：新增一项`}</h2>
      {faults['form'] !== undefined && <ErrorBox title="没能保存" detail={faults['form']} />}
      <form
        id={`${id}-form`}
        className="dictionaries-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send({})
        }}
      >
        {item === null && (
          <TextField
            label="代码"
            value={typed.code}
            maxLength={12}
            fault={faults['code']}
            help="字母或数字，以后不能改"
            onChange={(code) => put({ code })}
          />
        )}
        <TextField
          label="名称"
          value={typed.label}
          maxLength={60}
          fault={faults['label']}
          onChange={(label) => put({ label })}
        />
        <TextField
          label="别名"
          value={typed.aliases}
          fault={aliasFault}
          help="查找和导入时也认的说法，用顿号隔开"
          onChange={(aliases) => put({ aliases })}
        />
        {view.groups.length > 0 && own && (
          <Groups view={view} chosen={groups} fault={faults['groups']} onChange={setGroups} />
        )}
        <div className="dictionaries-days">
          {own && (
            <TextField
              label="启用日期"
              type="date"
              value={typed.from}
              fault={faults['from']}
              help="从这一天起可选；不填即一直可选"
              onChange={(from) => put({ from })}
            />
          )}
          <TextField
            label="停用日期"
            type="date"
            value={typed.to}
            fault={faults['to']}
            help="从这一天起不再可选；已经填了它的档案照旧显示"
            onChange={(to) => put({ to })}
          />
        </div>
        <TextField
          label="顺序"
          inputMode="numeric"
          value={typed.place}
          fault={faults['place']}
          help="原有各项依次是 10、20、30……；不填照原来的顺序"
          onChange={(place) => put({ place })}
        />
        {item && !own && view.national && (
          <TextField
            label="改动原因"
            value={typed.reason}
            maxLength={200}
            fault={faults['reason']}
            help="标准里的项目改名或停用须写明"
            onChange={(reason) => put({ reason })}
          />
        )}
      </form>
      <footer>
        <Button onClick={onClose}>取消</Button>
        {item && item.state !== 'ended' && (
          <Button look="danger" busy={busy} onClick={() => void send({ to: today() })}>
            今天起停用
          </Button>
        )}
        {item?.state === 'ended' && (
          <Button busy={busy} onClick={() => void send({ to: '' })}>
            恢复使用
          </Button>
        )}
        <Button look="primary" type="submit" form={`${id}-form`} busy={busy}>
          {item ? '保存' : '新增'}
        </Button>
      </footer>
    </dialog>
  )
}

function Groups(props: {
  view: DictionaryView
  chosen: readonly string[]
  fault: string | undefined
  onChange: (groups: readonly string[]) => void
}) {
  const { view, chosen, fault, onChange } = props
  return (
    <fieldset className="dictionaries-groups">
      <legend>属于哪些上级</legend>
      {view.groups.map(({ code, label }) => (
        <label key={code}>
          <input
            type="checkbox"
            checked={chosen.includes(code)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, code] : chosen.filter((one) => one !== code))
            }
          />
          {label}
        </label>
      ))}
      {fault !== undefined && <p className="x-field-fault">{fault}</p>}
    </fieldset>
  )
}
