import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { createLog } from '../log/log.ts'
import { createMail } from './mail.ts'

/** A mail server that takes everything and remembers what it was told. */
async function mailServer() {
  const heard: string[] = []
  const talk = (socket: Socket) => {
    let inMail = false
    socket.write('220 test\r\n')
    socket.on('data', (data) => {
      for (const line of data
        .toString()
        .split('\r\n')
        .filter((one) => one !== '')) {
        heard.push(line)
        if (inMail) {
          if (line !== '.') continue
          inMail = false
          socket.write('250 taken\r\n')
        } else if (line === 'DATA') {
          inMail = true
          socket.write('354 go on\r\n')
        } else if (line.startsWith('EHLO')) socket.write('250-test\r\n250 8BITMIME\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  }
  const server = createServer(talk)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  return {
    heard,
    port: typeof address === 'object' && address ? address.port : 0,
    close: () => new Promise((done) => server.close(done)),
  }
}

it('hands a mail to the SMTP server, with text that cannot become a header', async () => {
  const server = await mailServer()
  const mail = createMail({
    url: `smtp://127.0.0.1:${server.port}`,
    from: 'portal@example.cn',
    outboxFolder: undefined,
    log: createLog('silent'),
  })
  mail.send('lin@example.cn', '密码已修改\r\nBcc: evil@example.cn', 'changed')
  await vi.waitFor(() => expect(server.heard).toContain('.'), { timeout: 5000 })
  expect(server.heard).toContain('RCPT TO:<lin@example.cn>')
  expect(server.heard.filter((line) => line.startsWith('RCPT')).length).toBe(1)
  expect(server.heard.some((line) => /^bcc/i.test(line))).toBe(false)
  await server.close()
})

it('logs that a mail could not be sent, without whom it was for', async () => {
  const lines: string[] = []
  const mail = createMail({
    url: 'smtp://127.0.0.1:1',
    from: 'portal@example.cn',
    outboxFolder: undefined,
    log: createLog('info', (line) => void lines.push(line)),
  })
  mail.send('lin@example.cn', 'x', 'y')
  await vi.waitFor(() => expect(lines.length).toBe(1), { timeout: 8000 })
  expect(lines[0]).toContain('mail.failed')
  expect(lines[0]).not.toContain('lin@')
})

it('keeps what would have been sent in a file where nothing is sent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'xingtan-mail-'))
  createMail({ url: undefined, from: undefined, outboxFolder: folder, log: createLog('silent') }).send(
    'lin@example.cn',
    '标题',
    '内容',
  )
  const kept = await vi.waitFor(() => readFile(join(folder, 'mail-outbox.jsonl'), 'utf8'), 10_000)
  expect(JSON.parse(kept)).toMatchObject({ to: 'lin@example.cn', subject: '标题', text: '内容' })
  await rm(folder, { recursive: true })
})
