import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { phoneTicket, phoneUpload, type PhoneTicket } from '../../../catalogue/contract/uploads.ts'
import type { FileRef } from '../../../catalogue/contract/archive/records.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { qrPicture } from '../../ui/look/qr-picture.ts'

/** Milliseconds between two looks whether the phone has sent its file. */
const every = 1_500

interface Code extends PhoneTicket {
  /** A picture of the address, as a data address. */
  readonly picture: string
}

async function newCode(): Promise<Code> {
  const ticket = await api.post('/api/v1/upload/phone', { schema: phoneTicket, quiet: true })
  return { ...ticket, picture: await qrPicture(location.origin + ticket.path) }
}

/** A code that a phone scans to take a picture for this form; closes by itself when the file has come. */
export function FromPhone({ onFile, onClose }: { onFile: (file: FileRef) => void; onClose: () => void }) {
  const dialog = useModalDialog(true, onClose)
  const asked = useMutation({ mutationFn: newCode })
  const { mutate: ask, data: code, error } = asked
  useEffect(() => ask(), [ask])
  return (
    <dialog ref={dialog} className="x-dialog" aria-labelledby="xr-phone-title">
      <h2 id="xr-phone-title">用手机拍照上传</h2>
      <div className="x-dialog-fields xr-phone">
        {error !== null && (
          <ErrorBox title="二维码生成失败" detail={sentenceOf(error)} onRetry={() => ask()} />
        )}
        {asked.isPending && <Skeleton lines={4} />}
        {code && <Scanned code={code} onFile={onFile} onRenew={() => ask()} />}
      </div>
      <footer>
        <Button onClick={onClose}>取消</Button>
      </footer>
    </dialog>
  )
}

const words = {
  waiting: '等待手机扫码…',
  opened: '手机已打开，等待拍照…',
  done: '已收到',
  ended: '二维码已过期',
} as const

function Scanned(props: { code: Code; onFile: (file: FileRef) => void; onRenew: () => void }) {
  const { code, onFile, onRenew } = props
  const { data } = useQuery({
    queryKey: ['upload-from-phone', code.id],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/upload/phone/${code.id}`, { schema: phoneUpload, background: true, signal }),
    refetchInterval: ({ state }) => (isOver(state.data?.state) ? false : every),
    gcTime: 0,
  })
  const file = data?.file ?? null
  useEffect(() => {
    if (file !== null) onFile(file)
    // Once for a file that has come, however often its parent is drawn anew.
  }, [file, onFile])
  const state = data?.state ?? 'waiting'
  return (
    <>
      {state !== 'ended' && (
        <img src={code.picture} alt="二维码：用手机扫描后打开上传页面" width={200} height={200} />
      )}
      <output>{words[state]}</output>
      {state === 'ended' ? (
        <Button look="primary" onClick={onRenew}>
          重新生成
        </Button>
      ) : (
        <p className="x-faint x-dense">
          用微信或手机相机扫描，拍好后自动出现在该表里。5 分钟内有效，只能传一个文件；手机要能打开{' '}
          {location.host}。
        </p>
      )}
    </>
  )
}

const isOver = (state: string | undefined) => state === 'done' || state === 'ended'
