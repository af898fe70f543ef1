// Runs s3rver on the given port and folder and prints `ready`. Ends with the process that started it.
import S3rver from 's3rver'

const [port, directory, bucket] = process.argv.slice(2)
const server = new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  directory,
  silent: true,
  configureBuckets: [{ name: bucket }],
})
await server.run()
process.stdin.on('end', () => process.exit()).resume()
process.stdout.write('ready\n')
