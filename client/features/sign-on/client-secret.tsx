import { useState } from 'react'
import type { SignOnClient } from '../../../catalogue/contract/administration/sign-on-clients.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { listTime } from '../../platform/format.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useClients } from './use-sign-on.ts'

/** The secret of an app: made here, shown once. */
export function ClientSecret({ one }: { one: SignOnClient }) {
  const { makeSecret } = useClients()
  const [secret, setSecret] = useState<string>()
  const madeAt = one.client?.secretMadeAt ?? null
  const make = async () => {
    const yes =
      madeAt === null ||
      (await confirm({
        title: '重新生成密钥？',
        text: '原来的密钥立刻作废，应用换上新密钥之前不能登录。',
        ok: '重新生成',
        danger: true,
      }))
    if (!yes) return
    await makeSecret(one.app).then(setSecret, (fault: unknown) => notify.error(sentenceOf(fault)))
  }
  return (
    <div className="sign-on-secret">
      <p className="x-soft">
        客户端编号 <b>{one.clientId}</b>；密钥{madeAt === null ? '尚未生成' : `生成于 ${listTime(madeAt)}`}
      </p>
      {secret !== undefined && (
        <output>
          新密钥（只显示这一次，请现在交给应用的维护人员）：<code>{secret}</code>
        </output>
      )}
      <Button onClick={() => void make()}>{madeAt === null ? '生成密钥' : '重新生成密钥'}</Button>
    </div>
  )
}
