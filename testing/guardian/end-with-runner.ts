// Loaded before each test file: its process ends with the one that runs the tests.
import { endWithParent } from './end-with-parent.ts'

endWithParent()
