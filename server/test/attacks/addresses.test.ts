import { startWorld } from '../world.ts'
import { attack } from './addresses.attack.ts'

attack(startWorld)
