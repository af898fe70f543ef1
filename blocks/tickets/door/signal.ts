import type { ResultTone } from './result-copy.ts'

/** Frequencies in Hz, one after the other: a high one for admitted, two low ones for refused. */
const TONES: Record<ResultTone, number[]> = { ok: [988], warn: [440, 440], danger: [220, 220] }
/** Milliseconds of vibration and pauses. */
const VIBRATIONS: Record<ResultTone, number[]> = { ok: [60], warn: [120, 80, 120], danger: [250, 100, 250] }
const TONE_SECONDS = 0.14

let audio: AudioContext | undefined

/** A sound and a vibration for a result, for staff who do not look at the screen. Devices without either stay silent. */
export function signal(tone: ResultTone): void {
  navigator.vibrate?.(VIBRATIONS[tone])
  try {
    audio ??= new AudioContext()
    // Browsers start sound only after a press; until then this does nothing.
    void audio.resume()
    const volume = audio.createGain()
    volume.gain.value = 0.15
    volume.connect(audio.destination)
    for (const [place, frequency] of TONES[tone].entries()) {
      const source = audio.createOscillator()
      source.frequency.value = frequency
      source.connect(volume)
      const from = audio.currentTime + place * TONE_SECONDS * 1.6
      source.start(from)
      source.stop(from + TONE_SECONDS)
    }
  } catch {
    // No sound output.
  }
}
