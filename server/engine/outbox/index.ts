export { type Consumer, registerConsumers, startConsumer, takeWaiting } from './consumer.ts'
export { eventParts, insertEvents, type OutboxEvent } from './event.ts'
export { forgottenEvents } from './forgotten.ts'
