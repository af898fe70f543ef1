// What Chromium's fake camera shows: an uncompressed video with one picture.
import { writeFileSync } from 'node:fs'
import sharp from 'sharp'

const [WIDTH, HEIGHT] = [640, 480]

/**
 * Writes a video (YUV4MPEG2, https://wiki.multimedia.cx/index.php/YUV4MPEG2) in which a picture lies on a gray table, a little
 * turned, as a hand holds it.
 */
export async function writeCameraPicture(file: string, picture: Buffer): Promise<void> {
  const ticket = await sharp(picture).resize(300, 300).rotate(7, { background: '#ffffff' }).png().toBuffer()
  const luma = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#808080' } })
    .composite([{ input: ticket, left: 160, top: 60 }])
    .blur(0.8)
    .grayscale()
    .raw()
    .toBuffer()
  // Both color planes of a gray picture, each a quarter of its size.
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F15:1 Ip A1:1 C420jpeg\n`)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma.subarray(0, WIDTH * HEIGHT), chroma])
  writeFileSync(file, Buffer.concat([head, frame, frame]))
}
