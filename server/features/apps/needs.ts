import type { Actor } from '../../../catalogue/access/access.ts'
import type { Ground } from '../../engine/feature.ts'
import type { PublishingNeeds } from '../../engine/publishing/index.ts'

/** An app that somebody opens. */
export interface AppOpening {
  readonly actor: Actor
  /** The session that opens it, for what must not work outside of it. */
  readonly sessionToken: string
  readonly app: { readonly id: string; readonly address: string }
}

/**
 * Answers where to send somebody who opens an app: its own address, or one that carries a ticket of sign-on.
 * It is asked once for each opening, after the app was found to be theirs.
 */
export type OpenApp = (opening: AppOpening) => Promise<string>

export type AppNeeds = Pick<Ground, 'config' | 'db' | 'engine' | 'actorOn' | 'notify'> & {
  readonly publishing: Pick<PublishingNeeds, 'fileAddress'>
  readonly openApp: OpenApp
}

/** An address of an app's picture that anybody may use for about a day. */
export const iconOf = ({ publishing }: Pick<AppNeeds, 'publishing'>, file: string | null): string | null =>
  file === null ? null : publishing.fileAddress(file, 'preview')
