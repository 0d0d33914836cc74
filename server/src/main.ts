console.log('node', process.version, process.argv.slice(2))
