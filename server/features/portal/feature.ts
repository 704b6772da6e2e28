import type { FastifyRequest } from 'fastify'
import type { PublishingNeeds, Readers } from '../../engine/publishing/index.ts'
import type { AnswerShelf } from '../../platform/http/kept.ts'
import type { PackedText } from '../../platform/http/packed.ts'

/** Dependencies of the feature, from `app`. */
export interface Portal extends PublishingNeeds {
  /** Names of those who agreed to be named beside the author of a content. */
  readonly namedBeside: (contentId: number) => Promise<readonly string[]>
  /**
   * The portal's address as it may be named to visitors, without a trailing slash; null: it may not be named.
   */
  readonly originOf: (request: FastifyRequest) => Promise<string | null>
  /** Name and mark of the client with this number, else of the one whose domain a visitor came by. */
  readonly clientFor: (asked: {
    readonly host: string
    readonly id?: number
  }) => Promise<{ name: string; logo: string | null } | undefined>
  readonly readers: Readers
  /** Answers that are the same for many, ready to be sent. */
  readonly answers: AnswerShelf<PackedText>
}
