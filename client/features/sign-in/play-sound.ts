let context: AudioContext | undefined
let playing: AudioBufferSourceNode | undefined

/** Plays a sound given as a data address, once; what plays already stops. Throws where the browser cannot. */
export async function playSound(address: string): Promise<void> {
  context ??= new AudioContext()
  const bytes = Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (letter) =>
    letter.charCodeAt(0),
  )
  const buffer = await context.decodeAudioData(bytes.buffer)
  await context.resume()
  playing?.stop()
  playing = new AudioBufferSourceNode(context, { buffer })
  playing.connect(context.destination)
  playing.start()
}
