export { type Consumer, registerConsumers, startConsumer, takeWaiting } from './consumer.ts'
export { type Told, told } from './told.ts'
