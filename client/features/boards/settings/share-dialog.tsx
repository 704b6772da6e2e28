import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { boardKeys, boards, type BoardKey } from '../../../../catalogue/boards/board.ts'
import { shareDays, type Screen } from '../../../../catalogue/contract/analysis/boards.ts'
import { useAct } from '../../../platform/api/use-act.ts'
import { qrPicture } from '../../../ui/look/qr-picture.ts'
import { useModalDialog } from '../../../ui/feedback/modal-dialog.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useScreen } from '../use-screen.ts'
import { useBoardActs } from './use-boards.ts'

const fields = ['note', 'days', 'mode', 'board', 'institution', 'networks']
const modes = [
  { key: 'live', label: '实时', text: '随数据更新，范围是下面选的地区' },
  { key: 'frozen', label: '定格', text: '一直显示现在的数据' },
] as const
type Mode = (typeof modes)[number]['key']

const listed = (text: string): string[] => text.split(/[\s,，、;；]+/).filter((one) => one !== '')

/** Makes a link to a board, and shows it once. */
export function ShareDialog({ begin, onClose }: { begin: BoardKey; onClose: () => void }) {
  const [secret, setSecret] = useState<string>()
  const dialog = useModalDialog(true, onClose)
  return (
    <dialog ref={dialog} className="x-dialog bs-dialog" aria-labelledby="board-share-title">
      <h2 id="board-share-title">制作大屏链接</h2>
      {secret === undefined ? (
        <Ask begin={begin} onMade={setSecret} onClose={onClose} />
      ) : (
        <Made link={`${location.origin}/home/dapin#${secret}`} onClose={onClose} />
      )}
    </dialog>
  )
}

function Ask({
  begin,
  onMade,
  onClose,
}: {
  begin: BoardKey
  onMade: (secret: string) => void
  onClose: () => void
}) {
  const [board, setBoard] = useState<BoardKey>(begin)
  const [mode, setMode] = useState<Mode>('live')
  const [place, setPlace] = useState('')
  const [days, setDays] = useState(String(shareDays.usual))
  const [note, setNote] = useState('')
  const [networks, setNetworks] = useState('')
  const { busy, faults, run } = useAct(fields)
  const { share } = useBoardActs()
  const { data } = useScreen({ board: begin }, null)
  const make = () =>
    run(async () => {
      const of = place === '' ? {} : { institution: Number(place) }
      const made = await share({
        board,
        mode,
        days: Math.trunc(Number(days)) || 0,
        note,
        networks: listed(networks),
        ...of,
      })
      onMade(made.secret)
    })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <p>
        拿到链接的人无需登录就能看这一个大屏，看不到平台的其他内容。不填网段的链接按公开口径：小类合并，不足 5
        人显示 {'<5'}，其余分类人数按 5 取整。
      </p>
      <div className="x-dialog-fields">
        <TextField
          label="用途"
          value={note}
          onChange={setNote}
          maxLength={50}
          fault={faults['note']}
          help="例如“市政务大厅电视墙”"
        />
        <TextField
          label="只在这些网段打开（不必填）"
          value={networks}
          onChange={setNetworks}
          fault={faults['networks']}
          help="本单位办公网的地址或网段，如 10.8.0.0/16；填了就只能在本单位打开，显示全部数据"
        />
        <div className="bs-fields">
          <label className="x-labelled">
            大屏
            <select
              value={board}
              onChange={({ target }) => setBoard(boardKeys.find((one) => one === target.value) ?? begin)}
            >
              {boardKeys.map((key) => (
                <option key={key} value={key}>
                  {boards[key].title}
                </option>
              ))}
            </select>
          </label>
          <Places screen={data} value={place} onChange={setPlace} />
          <label className="x-labelled">
            有效天数
            <input
              type="number"
              min={shareDays.least}
              max={shareDays.most}
              value={days}
              onChange={({ target }) => setDays(target.value)}
            />
          </label>
        </div>
        {faults['days'] !== undefined && <p className="bs-fault">{faults['days']}</p>}
        <Modes value={mode} onChange={setMode} />
        {faults['form'] !== undefined && <p className="bs-fault">{faults['form']}</p>}
      </div>
      <footer>
        <Button onClick={onClose}>取消</Button>
        <Button look="primary" type="submit" busy={busy}>
          制作链接
        </Button>
      </footer>
    </form>
  )
}

function Modes({ value, onChange }: { value: Mode; onChange: (value: Mode) => void }) {
  return (
    <fieldset className="bs-modes">
      <legend>数据</legend>
      {modes.map(({ key, label, text }) => (
        <label key={key} className="bs-check">
          <input
            type="radio"
            name="board-share-mode"
            checked={value === key}
            onChange={() => onChange(key)}
          />
          <span>
            {label}
            <small className="x-faint">{text}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function Places({
  screen,
  value,
  onChange,
}: {
  screen: Screen | undefined
  value: string
  onChange: (value: string) => void
}) {
  return (
    <label className="x-labelled">
      地区
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{screen?.path[0]?.name ?? '本单位'}</option>
        {screen?.places.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function Made({ link, onClose }: { link: string; onClose: () => void }) {
  const picture = useQuery({ queryKey: ['board-link', link], queryFn: () => qrPicture(link), gcTime: 0 })
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      notify.success('已复制')
    } catch {
      notify.warn('浏览器不让复制，请手工选中复制')
    }
  }
  return (
    <>
      <p>链接只显示这一次，请现在复制。以后可以在列表中撤销。</p>
      <p>
        <output className="bs-link" aria-label="大屏链接" data-testid="board-link">
          {link}
        </output>
      </p>
      {picture.data && (
        <p>
          <img className="bs-code" src={picture.data} width={168} height={168} alt="大屏链接的二维码" />
          电视、平板扫码打开，无需输入地址。
        </p>
      )}
      <footer>
        <Button icon="copy" data-first-focus onClick={() => void copy()}>
          复制
        </Button>
        <Button look="primary" onClick={onClose}>
          已复制，关闭
        </Button>
      </footer>
    </>
  )
}
