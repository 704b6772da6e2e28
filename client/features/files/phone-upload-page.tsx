import { useEffect, useRef, useState } from 'react'
import { phoneOpened } from '../../../catalogue/contract/uploads.ts'
import { ApiError, sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { uploadByTicket } from '../../platform/api/upload.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import './files.css'

type Step =
  | { readonly at: 'opening' | 'sending' }
  | { readonly at: 'ready'; readonly fault?: string }
  | { readonly at: 'done'; readonly name: string }
  | { readonly at: 'ended'; readonly why: string }

/** The secret of the scanned code: behind #, so that it stands in no log of a server. */
const secretIn = (hash: string) => decodeURIComponent(hash.slice(1))

/** On the phone: one picture or file for the form that is open on the desk. */
export function PhoneUploadPage() {
  usePageTitle('手机上传')
  const [secret] = useState(() => secretIn(location.hash))
  const [step, setStep] = useState<Step>({ at: 'opening' })
  const [name, setName] = useState('')
  const [share, setShare] = useState(0)
  useEffect(() => {
    const body = { secret }
    api.post('/api/v1/upload/phone/open', { schema: phoneOpened, body, quiet: true }).then(
      (opened) => {
        setName(opened.name)
        setStep({ at: 'ready' })
      },
      (error: unknown) => setStep({ at: 'ended', why: sentenceOf(error) }),
    )
  }, [secret])
  const send = async (file: File | undefined) => {
    if (!file) return
    setShare(0)
    setStep({ at: 'sending' })
    try {
      await uploadByTicket(file, secret, setShare)
      setStep({ at: 'done', name: file.name })
    } catch (error) {
      const isOver = error instanceof ApiError && error.status === 409
      setStep(isOver ? { at: 'ended', why: sentenceOf(error) } : { at: 'ready', fault: sentenceOf(error) })
    }
  }
  return (
    <div className="phone-upload">
      <h1 tabIndex={-1}>手机上传</h1>
      {step.at === 'opening' && <Skeleton lines={3} />}
      {step.at === 'ended' && <ErrorBox title="不能上传" detail={step.why} />}
      {step.at === 'ready' && (
        <>
          <p>传给电脑上正在填写的表（登录的是{name}）。传好一个文件后，该二维码就不能再用。</p>
          {step.fault !== undefined && <ErrorBox title="上传失败" detail={step.fault} />}
          <Choice label="拍照" primary camera onFile={send} />
          <Choice label="从相册或文件中选择" onFile={send} />
        </>
      )}
      {step.at === 'sending' && (
        <output>
          正在上传…
          <progress value={Math.round(share * 100)} max={100} aria-label="正在上传" />
        </output>
      )}
      {step.at === 'done' && (
        <output>
          <b>已传到电脑</b>
          <br />
          {step.name} 已出现在电脑的表里，可以关闭本页。还要再传，请在电脑上重新生成二维码。
        </output>
      )}
    </div>
  )
}

function Choice(props: {
  label: string
  primary?: boolean
  camera?: boolean
  onFile: (file: File | undefined) => Promise<void>
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...(props.primary && { look: 'primary' })} large onClick={() => input.current?.click()}>
        {props.label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={props.label}
        data-testid={props.camera ? 'phone-camera' : 'phone-file'}
        {...(props.camera && { accept: 'image/*', capture: 'environment' })}
        onChange={(event) => {
          void props.onFile(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </>
  )
}
