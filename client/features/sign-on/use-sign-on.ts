import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  consentAnswer,
  consentView,
  type ConsentDecision,
} from '../../../catalogue/contract/account/sign-on.ts'
import {
  freshSecret,
  signOnClient,
  signOnClients,
  type SignOnClientBody,
} from '../../../catalogue/contract/administration/sign-on-clients.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'

/** What an app asked with: the number of its request, or the address of an older system. */
export interface AskedBy {
  readonly uid: string | null
  readonly service: string | null
}

const pathOf = ({ uid }: AskedBy, part: 'details' | 'decision') =>
  uid === null ? `/cas/request/${part}` : `/oidc/interaction/${encodeURIComponent(uid)}/${part}`
const queryOf = ({ uid, service }: AskedBy) => (uid === null && service !== null ? { service } : {})

/** What the page of consent shows, for one of the person's identities. */
export const useConsent = (by: AskedBy, identity: number | null) =>
  useQuery({
    queryKey: ['sign-on', 'request', by, identity],
    queryFn: ({ signal }) =>
      api.get(pathOf(by, 'details'), {
        schema: consentView,
        query: { ...queryOf(by), ...(identity !== null && { identity }) },
        quiet: true,
        signal,
      }),
    enabled: by.uid !== null || by.service !== null,
    staleTime: 0,
  })

/** Sends a decision and leads the browser on; `fault` is the sentence of a refusal. */
export function useDecision(by: AskedBy) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const decide = async (decision: ConsentDecision) => {
    if (busy) return
    setBusy(true)
    setFault(undefined)
    try {
      const { to } = await api.post(pathOf(by, 'decision'), {
        schema: consentAnswer,
        query: queryOf(by),
        body: decision,
      })
      location.assign(to)
    } catch (error) {
      setFault(sentenceOf(error))
      setBusy(false)
    }
  }
  return { decide, busy, fault }
}

const registered = '/api/v1/signOnClients'

export function useClients() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: ['sign-on', 'clients'],
    queryFn: ({ signal }) => api.get(registered, { schema: signOnClients, quiet: true, signal }),
    staleTime: 0,
  })
  const again = () => client.invalidateQueries({ queryKey: ['sign-on', 'clients'] })
  const save = async (app: string, body: SignOnClientBody) => {
    const saved = await api.put(`${registered}/${encodeURIComponent(app)}`, { schema: signOnClient, body })
    await again()
    return saved
  }
  const makeSecret = async (app: string) => {
    const { secret } = await api.post(`${registered}/${encodeURIComponent(app)}/secret`, {
      schema: freshSecret,
      body: {},
    })
    await again()
    return secret
  }
  return { ...query, save, makeSecret }
}
