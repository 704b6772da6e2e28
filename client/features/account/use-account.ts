import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { userInfo } from '../../../catalogue/contract/account/account.ts'
import {
  account,
  codeSent,
  device,
  identityCard,
  imageSet,
  readingPage,
} from '../../../catalogue/contract/account/personal.ts'
import { api } from '../../platform/api/api.ts'
import { sealPassword } from '../../platform/session/seal-password.ts'
import { session, signIn } from '../../platform/session/session.ts'
import { upload } from '../../platform/api/upload.ts'

const key = ['account'] as const

export const useAccount = () =>
  useQuery({
    queryKey: [...key, 'own'],
    queryFn: ({ signal }) => api.get('/api/v1/user/account', { schema: account, quiet: true, signal }),
  })

export const useDevices = () =>
  useQuery({
    queryKey: [...key, 'devices'],
    queryFn: ({ signal }) =>
      api.get('/api/v1/user/sessions', { schema: z.array(device), quiet: true, signal }),
    staleTime: 0,
  })

export const useReadings = (page: number) =>
  useQuery({
    queryKey: [...key, 'readings', page],
    queryFn: ({ signal }) =>
      api.get('/api/v1/user/archiveReads', {
        schema: readingPage,
        query: { page, pageSize: 20 },
        quiet: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useIdentities = () =>
  useQuery({
    queryKey: [...key, 'identities'],
    queryFn: ({ signal }) =>
      api.get('/api/v1/user/identities', { schema: z.array(identityCard), quiet: true, signal }),
    staleTime: 0,
  })

const changeSession = (part: Partial<NonNullable<ReturnType<typeof session>>>) => {
  const now = session()
  if (now) signIn({ ...now, ...part })
}

/** Acts on the own account; all throw ApiError. */
export function useAccountActs() {
  const client = useQueryClient()
  const again = () => client.invalidateQueries({ queryKey: key })
  return {
    /** `old`: null in the session that was opened with the one-time password. */
    async changePassword(old: string | null, fresh: string) {
      const before = old === null ? null : await sealPassword(old)
      const after = await sealPassword(fresh)
      const body = {
        ...(before && { old_password: before.password }),
        password: after.password,
        kid: after.kid,
      }
      await api.put('/api/v1/user/resetPassword', { schema: z.boolean(), body })
      changeSession({ is_simple: 0, is_reset: 0, password_due: null })
      await again()
    },
    async changeMobile(mobile: string, code: string, password: string) {
      const body = { mobile: mobile.trim(), code: code.trim(), ...(await sealPassword(password)) }
      await api.put('/api/v1/user/mobile', { schema: z.object({ mobile: z.string() }), body })
      await again()
    },
    async askEmailCode(email: string) {
      await api.post('/api/v1/user/emailCode', { schema: codeSent, body: { email }, quiet: true })
    },
    async changeEmail(email: string, code: string, password: string) {
      const body = {
        email: email.trim(),
        ...(code.trim() !== '' && { code: code.trim() }),
        ...(await sealPassword(password)),
      }
      await api.put('/api/v1/user/email', { schema: z.boolean(), body })
      await again()
    },
    async changePhoto(photo: File) {
      const { id } = await upload(photo)
      const { image } = await api.put('/api/v1/userImage', { schema: imageSet, body: { image: id } })
      changeSession({ image })
      await again()
    },
    async removePhoto() {
      const { image } = await api.put('/api/v1/userImage', { schema: imageSet, body: { image: '' } })
      changeSession({ image })
      await again()
    },
    async endDevice(id: string) {
      await api.del(`/api/v1/user/sessions/${id}`, { schema: z.boolean() })
      await again()
    },
    async endOthers(): Promise<number> {
      const { ended } = await api.del('/api/v1/user/sessions', { schema: z.object({ ended: z.number() }) })
      await again()
      return ended
    },
    /** The session changes hands; the gate leads to the other home, here and in other windows. */
    async switchTo(id: number) {
      signIn(await api.post('/api/v1/user/switch', { schema: userInfo, body: { account_id: id } }))
    },
  }
}
