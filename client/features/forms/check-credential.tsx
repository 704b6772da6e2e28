import { useState } from 'react'
import { verified, type FormVerification } from '../../../catalogue/contract/forms.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { Button } from '../../ui/forms/button.tsx'
import { FileButton } from '../../ui/forms/file-button.tsx'

type Paper = NonNullable<FormVerification['paper']>

/** Verifies a credential, pasted or as a file: the server knows its own keys. */
export function CheckCredential({ onFound }: { onFound: (paper: Paper) => void }) {
  const [text, setText] = useState('')
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  const check = async (credential: string) => {
    setBusy(true)
    setSaid('')
    try {
      const { paper } = await api.post('/api/v1/credentials/verify', {
        schema: verified,
        body: { credential },
        quiet: true,
      })
      if (paper) onFound(paper)
      else setSaid('不是本平台签发的电子证书，或者内容被改动过。')
    } catch (error) {
      setSaid(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <details className="verify-credential">
      <summary>查验电子证书</summary>
      <label>
        粘贴电子证书的全部内容，或选 .jwt 文件
        <textarea
          rows={4}
          value={text}
          maxLength={20_000}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <p role="alert" className="verify-credential-said">
        {said}
      </p>
      <div className="verify-credential-acts">
        <Button busy={busy} disabled={text.trim() === ''} onClick={() => void check(text)}>
          查验电子证书
        </Button>
        <FileButton
          label="选文件"
          accept=".jwt,.txt"
          busy={busy}
          onTake={(file) => void file.text().then(check)}
        />
      </div>
    </details>
  )
}
