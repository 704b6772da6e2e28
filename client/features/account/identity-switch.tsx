import { useId } from 'react'
import { isRole, roleEntry } from '../../../catalogue/access/roles.ts'
import type { IdentityCard } from '../../../catalogue/contract/account/personal.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useAccountActs, useIdentities } from './use-account.ts'
import './personal.css'

const roleName = (role: number) => (isRole(role) ? roleEntry(role).label : '其他身份')
const work = ({ role, open }: IdentityCard) => `${open} 条${role === 2 ? '待修改' : '待审核'}`

/** The identities of this person as cards; choosing one changes the session everywhere in this browser. */
export function IdentitySwitch({ onClose }: { onClose: () => void }) {
  const dialog = useModalDialog(true, onClose)
  const { data, error, refetch } = useIdentities()
  const { switchTo } = useAccountActs()
  const { busy, faults, run } = useAct([])
  const id = useId()
  return (
    <dialog ref={dialog} className="x-dialog personal-switch" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>切换身份</h2>
      <p>无需重新登录。切换会记入登录日志，本浏览器打开的其他窗口一起切换。</p>
      {error && !data && (
        <ErrorBox title="身份打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {faults['form'] !== undefined && <ErrorBox title="切换失败" detail={faults['form']} />}
      {!data && !error && <Skeleton lines={4} />}
      <ul className="personal-rows">
        {data?.map((card) => (
          <li key={card.id}>
            <div>
              <b>{roleName(card.role)}</b>
              {card.current && <span className="personal-here">当前身份</span>}
              <p className="x-soft x-dense">
                {card.organization}
                {card.standsFor !== null && `　代${card.standsFor}办理`}
              </p>
              <p className="x-dense">
                {card.open > 0 ? (
                  <span className="personal-open">{work(card)}</span>
                ) : (
                  <span className="x-faint">{work(card)}</span>
                )}
                <span className="x-faint">　{card.unread} 条未读消息</span>
              </p>
            </div>
            {!card.current && (
              <Button
                look="primary"
                busy={busy}
                aria-label={`进入${roleName(card.role)}，${card.organization}${card.standsFor === null ? '' : `，代${card.standsFor}办理`}`}
                onClick={() => void run(() => switchTo(card.id))}
              >
                进入
              </Button>
            )}
          </li>
        ))}
      </ul>
      <footer>
        <Button onClick={onClose}>取消</Button>
      </footer>
    </dialog>
  )
}
