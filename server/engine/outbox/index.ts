export { type Consumer, registerConsumers, startConsumer, takeWaiting } from './consumer.ts'
export { collect, collectingLock, startCollecting } from './collect.ts'
export { eventParts, insertEvents, keptAtOwner, type OutboxEvent } from './event.ts'
export { forgottenEvents } from './forgotten.ts'
