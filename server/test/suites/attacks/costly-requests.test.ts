import { startWorld } from '../../worlds/world.ts'
import { attack } from './costly-requests.attack.ts'

attack(startWorld)
