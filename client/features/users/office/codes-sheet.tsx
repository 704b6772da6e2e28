import type { IssuedCodes } from '../../../../catalogue/contract/administration/office-accounts.ts'
import { confirm } from '../../../ui/feedback/confirm.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'

/** The one-time passwords that were given, shown once: slips to be cut apart, and where the others went. */
export function CodesSheet({ codes: { list }, onClose }: { codes: IssuedCodes; onClose: () => void }) {
  const slips = list.filter(({ password }) => password !== null)
  const sent = list.filter(({ sentTo }) => sentTo !== null)
  const refused = list.filter(({ refused: why }) => why !== null)
  const close = async () => {
    const title = '一次性密码都交给本人或打印了吗？'
    const text = '关闭后不再显示；没有抄下的可以重新发。'
    if (slips.length === 0 || (await confirm({ title, text, ok: '关闭' }))) onClose()
  }
  return (
    <Panel
      title={`一次性密码（${list.length - refused.length} 个账号）`}
      extra={
        <span className="office-acts">
          {slips.length > 0 && (
            <Button icon="print" onClick={() => window.print()}>
              打印
            </Button>
          )}
          <Button onClick={() => void close()}>关闭</Button>
        </span>
      }
    >
      <div className="office-sheet" data-testid="codes">
        {slips.length > 0 && (
          <>
            <p className="x-soft x-dense office-screen">
              只显示这一次。打印后剪开，当面交给本人；24 小时内可登录一次，登录后须设置新密码。
            </p>
            <ul className="office-slips">
              {slips.map(({ identityId, name, institution, account, password }) => (
                <li key={identityId}>
                  <b>{name}</b>
                  <span className="x-soft">{institution}</span>
                  <span>账号　{account ?? '证件号或手机号'}</span>
                  <span>
                    一次性密码　<output className="x-num">{password}</output>
                  </span>
                  <small>24 小时内可登录一次，登录后须设置新密码；不要告诉他人。</small>
                </li>
              ))}
            </ul>
          </>
        )}
        {sent.length > 0 && (
          <p className="office-screen">
            已发到本人手机：{sent.map(({ name, sentTo }) => `${name}（${sentTo}）`).join('、')}
          </p>
        )}
        {refused.length > 0 && (
          <ul className="office-screen users-off">
            {refused.map(({ identityId, name, refused: why }) => (
              <li key={identityId}>
                {name}：{why}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}
