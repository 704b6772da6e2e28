import { useState } from 'react'
import { roleEntry } from '../../../catalogue/access/roles.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { sentenceTime } from '../../platform/format.ts'
import type { Session } from '../../platform/session/session.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PhotoDialog } from './photo-dialog.tsx'
import { useAccount, useAccountActs } from './use-account.ts'

/** Who I am here: name, role, institution, names to sign in with, photo. */
export function ProfileTab({ session }: { session: Session }) {
  const { data, error, refetch } = useAccount()
  const [choosing, setChoosing] = useState(false)
  const removing = useAct([])
  const { removePhoto } = useAccountActs()
  const remove = async () => {
    await removePhoto()
    notify.success('照片已移除')
  }
  if (error && !data)
    return <ErrorBox title="个人资料打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={6} />
  const rows = [
    ['姓名', data.truename],
    ['身份', roleEntry(session.role).label],
    ['单位', session.organization?.name ?? '无'],
    ['登录名', data.login_name ?? '没有登录名，用身份证件号或手机号登录'],
    ['手机号', data.mobile ?? '没有登记'],
    ['邮箱', data.email ?? '没有登记'],
    ['上次登录', session.last_login_at === null ? '这是第一次登录' : sentenceTime(session.last_login_at)],
  ] as const
  return (
    <Panel title="个人资料">
      <div className="personal-profile">
        <div className="personal-photo">
          {data.image === '' ? (
            <span className="personal-no-photo">
              <Icon name="user" />
              暂无照片
            </span>
          ) : (
            <img src={data.image} alt="我的照片" />
          )}
          <Button icon="upload" onClick={() => setChoosing(true)}>
            {data.image === '' ? '上传照片' : '更换照片'}
          </Button>
          {data.image !== '' && (
            <Button look="text" busy={removing.busy} onClick={() => void removing.run(remove)}>
              移除照片
            </Button>
          )}
        </div>
        <dl className="personal-facts">
          {rows.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <p className="x-note x-faint personal-foot">姓名和单位由系统管理员维护，有误请联系系统管理员。</p>
      {choosing && <PhotoDialog onClose={() => setChoosing(false)} />}
    </Panel>
  )
}
