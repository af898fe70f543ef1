/** Reads the code in the current picture, if any. */
export type QrReader = (video: HTMLVideoElement) => Promise<string | undefined>

/** https://wicg.github.io/shape-detection-api/#barcode-detection-api */
interface BarcodeDetectorClass {
  new (options: { formats: string[] }): { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
  getSupportedFormats(): Promise<string[]>
}

/** Longer side of the picture that is searched without the browser's own detector, in pixels. */
const MOST_PIXELS = 960

/** Uses the browser's own detector where it has one for QR codes; otherwise a decoder that is loaded then. */
export async function openQrReader(): Promise<QrReader> {
  const Detector = (globalThis as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector
  const formats = await Detector?.getSupportedFormats().catch((): string[] => [])
  if (Detector && formats?.includes('qr_code')) {
    const detector = new Detector({ formats: ['qr_code'] })
    return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue
  }
  const { decodeQR } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  return async (video) => {
    const { videoWidth, videoHeight } = video
    if (!videoWidth) return undefined
    const scale = Math.min(1, MOST_PIXELS / Math.max(videoWidth, videoHeight))
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)]
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    context.drawImage(video, 0, 0, width, height)
    try {
      return decodeQR({ width, height, data: context.getImageData(0, 0, width, height).data })
    } catch {
      // It throws when there is no code in the picture.
      return undefined
    }
  }
}
