import { useId, useState } from 'react'
import type { DictionaryItem, DictionaryView } from '../../../catalogue/contract/administration/dictionary.ts'
import { fullDate } from '../../platform/format.ts'
import { useAct } from '../../platform/api/use-act.ts'
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
  const [typed, setTyped] = useState(() => openedWith(item))
  const [groups, setGroups] = useState<readonly string[]>(item && item.standard === null ? item.groups : [])
  const id = useId()
  const put = (part: Partial<typeof typed>) => setTyped({ ...typed, ...part })
  const own = item === null || item.standard === null
  const send = (more: Partial<typeof typed>) =>
    run(async () => {
      await keep(item?.code ?? null, bodyOf(item, { ...typed, ...more }, groups))
      notify.success(item ? '已保存' : '已新增')
      onClose()
    })
  const { code, label, aliases, from, to, place, reason } = typed
  return (
    <dialog ref={dialog} className="x-dialog dictionaries-dialog" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{item ? `修改 ${item.code} ${item.label}` : `${view.label}：新增一项`}</h2>
      {faults['form'] !== undefined && <ErrorBox title="保存失败" detail={faults['form']} />}
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
            value={code}
            maxLength={12}
            fault={faults['code']}
            help="字母或数字，以后不能改"
            onChange={(typedCode) => put({ code: typedCode })}
          />
        )}
        <TextField
          label="名称"
          value={label}
          maxLength={60}
          fault={faults['label']}
          onChange={(typedLabel) => put({ label: typedLabel })}
        />
        <TextField
          label="别名"
          value={aliases}
          fault={faultOfAliases(faults)}
          help="搜索和导入时也认的说法，用顿号隔开"
          onChange={(typedAliases) => put({ aliases: typedAliases })}
        />
        {view.groups.length > 0 && own && (
          <Groups view={view} chosen={groups} fault={faults['groups']} onChange={setGroups} />
        )}
        <Days from={own ? from : null} to={to} faults={faults} onChange={put} />
        <TextField
          label="顺序"
          inputMode="numeric"
          value={place}
          fault={faults['place']}
          help="原有各项依次是 10、20、30……；不填照原来的顺序"
          onChange={(typedPlace) => put({ place: typedPlace })}
        />
        {!own && view.national && (
          <TextField
            label="改动原因"
            value={reason}
            maxLength={200}
            fault={faults['reason']}
            help="标准里的项目改名或停用须写明"
            onChange={(typedReason) => put({ reason: typedReason })}
          />
        )}
      </form>
      <footer>
        <Button onClick={onClose}>取消</Button>
        {item && <EndButton state={item.state} busy={busy} onEnd={(day) => void send({ to: day })} />}
        <Button look="primary" type="submit" form={`${id}-form`} busy={busy}>
          {item ? '保存' : '新增'}
        </Button>
      </footer>
    </dialog>
  )
}

type Faults = ReturnType<typeof useAct>['faults']

/** The fault of the aliases as a whole, or of the first one at fault. */
const faultOfAliases = (faults: Faults): string | undefined =>
  faults['aliases'] ?? Object.entries(faults).find(([field]) => field.startsWith('aliases.'))?.[1]

function bodyOf(
  item: DictionaryItem | null,
  { code, place, reason, aliases, ...rest }: ReturnType<typeof openedWith>,
  groups: readonly string[],
) {
  const body = {
    ...rest,
    aliases: aliasesIn(aliases),
    place: place.trim() === '' ? null : Number(place),
    groups,
  }
  return item ? { ...body, version: item.version, reason } : { ...body, code }
}

/** What the dialog opens with: the item as it is, or a new one that can be chosen from today. */
const openedWith = (item: DictionaryItem | null) =>
  item
    ? {
        code: '',
        label: item.label,
        aliases: (item.aliases ?? []).join('、'),
        from: item.from ?? '',
        to: item.to ?? '',
        place: String(item.place ?? ''),
        reason: '',
      }
    : { code: '', label: '', aliases: '', from: today(), to: '', place: '', reason: '' }

/** From when and until when the item can be chosen. An item of a standard has no first day of its own. */
function Days(props: {
  from: string | null
  to: string
  faults: Faults
  onChange: (part: { from: string } | { to: string }) => void
}) {
  const { from, to, faults, onChange } = props
  return (
    <div className="dictionaries-days">
      {from !== null && (
        <TextField
          label="启用日期"
          type="date"
          value={from}
          fault={faults['from']}
          help="从这一天起可选；不填即一直可选"
          onChange={(day) => onChange({ from: day })}
        />
      )}
      <TextField
        label="停用日期"
        type="date"
        value={to}
        fault={faults['to']}
        help="从这一天起不再可选；已经填了它的档案照旧显示"
        onChange={(day) => onChange({ to: day })}
      />
    </div>
  )
}

function EndButton(props: { state: DictionaryItem['state']; busy: boolean; onEnd: (day: string) => void }) {
  const { state, busy, onEnd } = props
  return state === 'ended' ? (
    <Button busy={busy} onClick={() => onEnd('')}>
      恢复使用
    </Button>
  ) : (
    <Button look="danger" busy={busy} onClick={() => onEnd(today())}>
      今天起停用
    </Button>
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
