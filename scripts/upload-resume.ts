// npm run campaign upload-resume [megabytes] [kills]: uploads one large file in resumable parts, kills the server (-9) in the
// middle, goes on, and compares digests. Prints figures as JSON. Fails if a byte is lost or more than a part is sent again.
import { faultsOf, uploadResume } from './upload-resume/run.ts'

const [megabytes = '2048', kills = '3'] = process.argv.slice(2)
if (!/^[1-9]\d*$/.test(megabytes) || !/^[1-9]\d*$/.test(kills)) {
  console.error('Usage: npm run campaign upload-resume [megabytes] [kills]')
  process.exit(2)
}
const figures = await uploadResume(Number(megabytes), Number(kills), (line) => console.error(line))
const faults = faultsOf(figures)
process.stdout.write(`${JSON.stringify({ ...figures, faults }, null, 2)}\n`)
process.exit(faults.length ? 1 : 0)
