import { useEffect, useState } from 'react'
import { paperStates } from '../../../catalogue/contract/forms.ts'
import type { WalletLine } from '../../../catalogue/contract/training/credentials.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { save } from '../../platform/api/download.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { fullDate } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { qrPicture } from '../../ui/look/qr-picture.ts'
import { useCredentialOf, useWallet } from './use-wallet.ts'

const glyphs = { valid: 'pass', superseded: 'warn', revoked: 'reject' } as const
const tones = { valid: 'pass', superseded: 'wait', revoked: 'wrong' } as const

/** Certificates and proofs of the reader: how each stands, shown to others, taken along as a credential. */
export function Wallet() {
  const answer = useWallet()
  const [shown, setShown] = useState<WalletLine>()
  const credentialOf = useCredentialOf()
  const take = async ({ id }: WalletLine) => {
    try {
      const { name, credential } = await credentialOf.mutateAsync(id)
      save(new Blob([credential], { type: 'application/jwt' }), name)
    } catch (error) {
      notify.error(sentenceOf(error))
    }
  }
  return (
    <Panel title="证书和证明" beside={<span className="x-faint">最近 30 份</span>} flush>
      <Loaded answer={answer} failed="证书打开失败" lines={3}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty text="暂无证书。打印过的学时证明、结题证书和获奖证书会列在这里。" />
          ) : (
            <LineTable
              label="证书和证明"
              lines={list}
              columns={columnsWith({ onShow: setShown, onTake: (line) => void take(line) })}
              keyOf={({ id }) => id}
              stale={answer.isPlaceholderData}
              testId="wallet"
            />
          )
        }
      </Loaded>
      {shown && <Shown line={shown} onClose={() => setShown(undefined)} />}
    </Panel>
  )
}

interface WalletActs {
  readonly onShow: (line: WalletLine) => void
  readonly onTake: (line: WalletLine) => void
}

const columnsWith = ({ onShow, onTake }: WalletActs): readonly LineColumn<WalletLine>[] => [
  {
    key: 'title',
    title: '名称',
    wide: true,
    render: ({ title, says }) => (
      <>
        {title}
        <small className="hours-beside">{says[0]?.text}</small>
      </>
    ),
  },
  { key: 'issuer', title: '出具单位', render: ({ issuer }) => issuer },
  { key: 'at', title: '日期', render: ({ at }) => fullDate(at) },
  { key: 'code', title: '验证码', render: ({ code }) => code },
  {
    key: 'state',
    title: '状态',
    render: ({ state }) => (
      <span className={`x-status x-status-${tones[state]}`}>
        <Icon name={glyphs[state]} />
        {paperStates[state]}
      </span>
    ),
  },
  {
    key: 'acts',
    title: '操作',
    render: (line) =>
      line.state === 'valid' && (
        <>
          <Button look="text" aria-label={`出示${line.title} ${line.code}`} onClick={() => onShow(line)}>
            出示
          </Button>
          <Button
            look="text"
            aria-label={`下载${line.title} ${line.code}的电子证书`}
            onClick={() => onTake(line)}
          >
            电子证书
          </Button>
        </>
      ),
  },
]

/** The code of a paper over the whole screen, for somebody who verifies it. */
function Shown({ line: { title, code, issuer }, onClose }: { line: WalletLine; onClose: () => void }) {
  const dialog = useModalDialog(true, onClose)
  const [picture, setPicture] = useState('')
  useEffect(() => {
    let isGone = false
    const draw = async () => {
      const drawn = await qrPicture(`${location.origin}/v/${code.replaceAll(' ', '')}`)
      if (!isGone) setPicture(drawn)
    }
    void draw()
    return () => {
      isGone = true
    }
  }, [code])
  return (
    <dialog ref={dialog} className="x-dialog wallet-shown" aria-labelledby="wallet-title">
      <h2 id="wallet-title">{title}</h2>
      <p>{issuer}　请对方扫码查验，无需登录。</p>
      <p className="wallet-code">{picture !== '' && <img src={picture} alt={`查验${title}的二维码`} />}</p>
      <p className="wallet-letters">{code}</p>
      <footer>
        <Button look="primary" large data-first-focus onClick={onClose}>
          关闭
        </Button>
      </footer>
    </dialog>
  )
}
