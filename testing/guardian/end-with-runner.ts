// Loaded before each test file, so that its process ends with the test runner.
import { endWithParent } from './end-with-parent.ts'

endWithParent()
